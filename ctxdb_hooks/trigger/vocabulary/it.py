"""Italian, accents folded away. Marks and pattern language: see `vocabulary/__init__.py` and `patterns.py`. Hot."""

FILLERS = frozenset(
    "ok va bene allora ciao salve buongiorno buonasera perfetto ottimo per favore perfavore adesso ora si e puoi potresti "
    "possiamo voglio vorrei devo dobbiamo grazie certo dai bravo esatto senti".split()
)
AHEAD = frozenset(
    "si ok okay va bene vai avanti procedi procediamo procedere continua continuiamo continuare prosegui proseguiamo proseguire "
    "fallo facciamolo fai cosi entrambi entrambe tutti e due tutte tutto quello questa questo d accordo perfetto corretto esatto "
    "esattamente certo confermo confermato confermata approvo approvato approvata fatto la il opzione prima seconda terza primo "
    "secondo a b c con per favore grazie dai bene ottimo mergiato unito di nuovo riprova ancora una volta ora adesso anche "
    "inizia iniziamo pure come hai proposto puoi iniziare cominciare comincia".split()
)
AHEAD_CORE = frozenset(
    "si ok okay va vai avanti procedi procediamo procedere continua continuiamo continuare prosegui proseguiamo proseguire fallo "
    "facciamolo entrambi entrambe accordo corretto esatto esattamente confermo confermato approvo approvato opzione mergiato "
    "riprova certo nuovo pure iniziare inizia iniziamo cominciare comincia".split()
)
CLASSES = {
    "PRODUCT": (
        "lista elenco compare compaiono mostri mostrata comando modulo utente utenti pulsante pulsanti bottone pagina pagine endpoint api componente componenti tabella "
        "colonna database redis cookie cache browser login token jwt cliente clienti schermata modale form "
        "menu css html sql salva salvare memorizza memorizzare mostra mostrare visualizza visualizzare "
        "elimina eliminare servizio chatbot whatsapp funzionalita leak "
    ),
    "DENIALS": "non senza mai nemmeno niente nulla evita",
    "TIES": "claude codex nostra nostro nostre nostri tua tuo mia abbiamo avevamo avevi hai",
    "TALK": "sessione sessioni conversazione conversazioni chat discussione discussioni chiacchierata",
    "PREV": "precedente precedenti scorsa scorso scorse scorsi passata passate passato ultima ultime ultimo vecchia vecchie",
    "DONE": "dato mostrato scelto preparato usato rotto provato messo rinominato spostato fatto detto parlato discusso deciso concordato visto creato implementato sistemato corretto pianificato definito "
    "finito iniziato lavorato provato cambiato aggiunto modificato configurato scritto tolto risolto scelto sviluppato lasciato "
    "interrotto fermati rimasti proposto suggerito consigliato generato stabilito costruito promesso aiutato completato",
    "HAVE": "abbiamo avevamo hai avevi eravamo siamo",
    "LOOK": "trova trovare trovala ritrova leggi leggere leggiti controlla controllare guarda guardare cerca cercare consulta consultare usa usare carica "
    "caricare recupera recuperare vedi vedere verifica verificare riassumi riassumere riassumimi rivedi rivedere ricorda "
    "ricordare analizza analizzare rileggi rileggere ripassa leggendo",
    "EXEMPT": "stato data date state dati file rete parte mai gia tutto tutti tutta tutte aiuto minuto contenuto attributo utente utenti",
    "NUMBERS": "uno una due tre quattro cinque sei sette otto nove dieci alcuni alcune qualche pochi poche",
    "UNIT": "giorno giorni settimana settimane mese mesi notte sera",
}
PATTERNS = {
    "others": """
        cliente|clienti|utente|utenti|capo|team|qualcuno|collega|colleghi|azienda
    """,
    "recall": """
        nella|nelle|della|delle|dalla|dalle|durante|secondo la|le|nostra|nostre|mia|tua? TALK PREV
        nella|nelle|della|delle|dalla|dalle|durante|secondo la|le|nostra|nostre|mia|tua? PREV TALK
        nostra|nostre|mia|mie TALK PREV
        della|nella|durante|dalla nostra|nostre TALK su|sui|sul|sulla|sulle|di|con
        nostra|nostre|mia|mie PREV TALK
        in|di|da|nella|della|dalla un|una|altra? altra|altre|altro? TALK di|dove|in|precedente
        in|da un|una? altra TALK
        nella|della|dalla|nostra TALK di ieri|prima
        perso|persa|dimenticato|dimenticata|scordato|perdi|dimentichi il|la|tutto|nostro|nostra? _ contesto|conversazione|cronologia|filo
        perso __ giorni|settimane|ore di lavoro
        dimenticato|scordato cosa|quello|dove|come|che|cio
        non mi? ricordo|ricordi piu? cosa|dove|come|quando|se|quale|quello|che _ HAVE|ho|stavo|ero
        nella|in tua memoria
        nelle tue memorie
        detto|parlato|fatto|lavorato ieri
        nella|nelle|della TALK PREV
        in|da un|una|un? altra|altro finestra|scheda|terminale ti|abbiamo|avevo|avevamo|ho|mi
    """,
    "vague": """
        la|l|dell|dall PREV|altra volta
        la|l PREV volta
        volta scorsa
        perche HAVE
        ti ricordi|ricorderai
        ricordi|ricorda|ricordati cosa|quando|quello|dove|come|che HAVE
        ricordi $
        come da? HAVE|gia HAVE|gia? DONE
        come da accordi|accordo|discusso|concordato|stabilito
        come|secondo|quanto concordato|discusso|stabilito|deciso|pianificato
        cosa|che|quello|cio che? HAVE gia? DONE
        di cosa|cui HAVE gia? DONE
        alla fine HAVE
        non HAVE __ finito|completato|terminato
        come eravamo|eravate d|rimasti
        HAVE DONE prima|precedentemente|in
        in precedenza HAVE
        precedentemente HAVE
        cosa stavamo|stavo
        come|dove|quando|cosa avevamo|abbiamo|avevi|hai
        non l|lo|la|li? avevamo|abbiamo gia
        l avevamo|abbiamo gia
        che|cui avevamo|abbiamo concordato|deciso|discusso|definito|scelto
    """,
    "ours": """
        abbiamo|avevamo|avevi|hai gia|tutto|anche|l|mi|ci? gia? *ato|*ata|*ati|*ate|*uto|*uta|*ito|*ita|*iti|fatto|fatte|fatta|detto|scritto|corretto|deciso|discusso|visto|messo|risolto|scelto|proposto|aggiunto|aggiunta
        stavamo|eravamo
        mi|ci|l|lo|la|li|le? hai|avevi gia|tutto|anche? *ato|*ata|*ati|*ate|*uto|*uta|*ito|*ita|*iti|fatto|scritto|messo|corretto|risolto|proposto|aggiunto|aggiunta|rotto|tolto
        perche hai|avevi|avete
        l|lo|li|le|la avevamo|abbiamo
        perche|come hai|avevi|avete
        come ti|gia ho|avevo gia? detto|scritto|spiegato
        stavi|stavate *ando|*endo
    """,
    "past": """
        ieri
        l altro ieri|giorno
        lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica
        altro ieri|giorno
        la? settimana|notte|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|volta scorsa|passata|scorso
        il? mese|weekend|lunedi|martedi|mercoledi|giovedi|venerdi|sabato scorso|passato
        #|qualche|alcuni|alcune UNIT fa
        UNIT fa
        giorni di lavoro
        stamattina
    """,
    "wedid": """
        HAVE gia? _ DONE
        avevamo|avevi
        stavamo|eravamo
        lavoro|lavori|modifiche svolto|svolti|fatte|fatto
        lavoro|modifiche|progressi
        ne abbiamo
        il|la|i|le nostro|nostra|nostri|nostre piano|lavoro|modifiche|decisione|progressi
        l ia|claude|codex|gemini|agente|assistente ha
        funzionava|funzionavano
        ti|vi|te|l ho|avevo l|gia? DONE
        te|glie l|lo ho|avevo
        abbiamo|avevamo|avevi|hai gia|l|lo? *ato|*ata|*ati|*uto|*uta|*ito
        bug|errore|problema __ tornato|torna|ricomparso|nuovo|ripresentato
        tornato|ricomparso|ripresentato _ bug|errore|problema
        conclusione|conclusioni|risultato|risultati
        rimasto|rimasta|rimasti|rimane|restano
    """,
    "source": """
        cronologia|storico|storia delle|della|dei|di|nostre? nostre|nostra|mie|mia|tue? TALK|prompt
        cronologia chat|conversazioni
        registro|registri|log|trascrizione|trascrizioni|note|appunti delle|della|di nostre|nostra? TALK
        TALK PREV
        PREV TALK
        tua memoria
        tue memorie
        memoria|memorie dell|di|del agente|claude|codex|cursor
        memory bank
        memory-bank
        banca di? memoria
        note|nota|documento di passaggio|handoff|consegna|continuita
        contextdb
        cartella|storico|file|chat di|della|.? specstory|.specstory
        TALK in|dove cui|abbiamo|avevamo|hai
    """,
    "look": """
        LOOK
        contesto
    """,
    "otheragent": """
        agente|ia|sessione|istanza|modello|assistente|sviluppatore precedente
        altro|altra agente|ia|sessione|istanza|modello|assistente|sviluppatore ha|aveva|sta|stava
        quello|cio|cosa che? ha _ altro|altra|precedente
    """,
    "their": """
        le sue|loro modifiche|idee|correzioni
        il suo|loro lavoro|codice|piano
    """,
    "resume": """
        ^continua|continuiamo|continuare|prosegui|proseguiamo|proseguire|andiamo|vai avanti? $
        ^continua|continuiamo|continuare|prosegui|proseguiamo|proseguire con|da|dal|dalla|dall|dove|a|il|la|lo|l|le|i|nel|nella|sviluppando|lavorando|implementando|e|quello|su|sul|sulla|pure|lavoro
        ^riprendi|riprendere|riprendiamo|riprendendo|ripartiamo|riparti|ripartire
        ^riprendiamo|riprendi
        ^torna|torniamo|tornare|tornando sull|nell|sulle|ai|agli|a|al|alla|sul|su|all
        ^procedi|procediamo|procedere pure? $
        ^procedi|procediamo|procedere con|al|alla
        ^vai|andiamo|andare avanti $
        ^vai|andiamo|andare avanti con
        ^finisci|finiamo|finire|completa|completiamo|termina|terminiamo quello|il|cio|la|i che|resto|rimanente|lavoro|mancava|manca|restante
        dove|punto in? cui? ci|eravamo|avevamo|ho|hai|mi|abbiamo|siamo|ero ero|eravamo|siamo|sono? rimasti|rimasto|lasciato|fermati|arrivati|interrotto|fermato|interrotti
        dove eravamo|avevamo|ero
        stavamo|eravamo|stavo facendo|lavorando|implementando|in|sviluppando|al|sul|a|costruendo
        quello|cio|cosa che stavamo|eravamo|mancava|manca|rimaneva|resta|era
        rimasto|rimasti|rimasta|lasciato in sospeso|meta
        in sospeso
        ^passa|passiamo|passare|andiamo|procediamo al|alla|a prossimo|prossima|successivo|successiva|fase|step|passo
        ^sono tornato|tornata|qui
    """,
    "numbered": """
        fase|passo|step|tappa|sprint|parte #
        prossima|prossimo|ultima|ultimo|seconda|secondo|terza fase|passo|step|tappa|task|compito|sprint|punto|attivita
        fase|passo|step|task successiva|successivo|seguente
        ^l|la? opzione|alternativa #
        usa|scelgo|preferisco|con l|la? opzione|alternativa #
        la|il|tua seconda|prima|terza|secondo|primo opzione|proposta|approccio|soluzione
        ^fai|facciamo la|il|le|i? # e
    """,
    "bare": """
        ^pero
        ^anche
        ^invece
        ^sistemalo|fallo|annullalo|correggilo|cambialo|cancellalo|provalo|eseguilo|aggiornalo|finiscilo|completalo|spiegalo|rimuovilo|sistemala|falla
        ^e __ $
        ^annulla|annullare $
    """,
    "status": """
        cosa|che|quali manca|mancava|resta|rimane|rimaneva|mancano|restano|rimangono da|ancora|fare|$
        ^cosa manca|resta|rimane|mancava
        quali|che attivita|cose|task|punti|passi __ rimangono|restano|mancano|aperti|rimanenti
        riassumi|riepiloga i|le|il nostri|nostre|nostro progressi|sessioni|lavoro
        cosa ci|mi manca|resta|rimane|tocca
        cosa|che facciamo|faccio ora|adesso|dopo
        ^cosa|che facciamo $
        adesso|ora|poi cosa|che facciamo|faccio|tocca
        cosa|che dobbiamo|dovremmo|devo fare|ora|adesso? ora|adesso|ancora|dopo|$
        qual|quali e|sono|era|erano il|la|i|le|lo prossimo|prossima|prossimi|stato|prossime
        a che punto
        dove siamo|eravamo|stavamo
        come siamo messi
        aggiornami|ragguagliami
        riassunto|riepilogo|riassumi|riassumimi|riepiloga|riepilogami di|cosa|quello|quanto|dove|la|le|il cosa|quanto|quello|che|nostra|lavoro|abbiamo|nostre
        stato attuale|del|dei progetto|lavori|lavoro
        ricordami
        cosa sai|ricordi del|di|sul|della
        abbiamo gia DONE?
        prossimi passi
        prossimo passo|step
        dove|come siamo|eravamo
        cosa manca|resta|rimane
        ^fammi|dammi|facci|fai un|il? riassunto|riepilogo|punto _ di|su dove|cosa|quello|come
        cosa|che c e? dopo|adesso|poi
    """,
    "anaphor": """
        ^implementa|esegui|applica|finisci|completa|rivedi|aggiorna|fai|unisci|annulla|ripristina il|la|le|i|quel|quella|quelle|quei|queste|questi|tuo|tue|tuoi piano|modifiche|modifica|correzione|proposta|suggerimenti|suggerimento|raccomandazioni|resto|refactoring|migrazione
        nostro|nostra|nostri|nostre|tuo|tua|tuoi|tue PREV? piano|modifiche|modifica|proposta|suggerimento|suggerimenti|raccomandazioni|approccio|decisione|progressi
        il|la|i|le piano|modifica|modifiche|correzione|task|attivita|errore|bug|problema|proposta|soluzione PREV|rimanente|rimanenti|restanti
        il resto
        i|le|gli|quelli|quelle rimanenti|restanti|mancanti
        che mi? hai|avevi DONE
        quello|cio|come che? mi? hai|avevi DONE
        quello|quella|quelli|quelle $
        quel|quella|quell bug|errore|problema|task|idea|funzionalita|modifica
        la stessa cosa di|che|dell prima|ieri|ultima
        come prima|sempre|ieri|al
        ^fai|applica|ripeti lo|la stesso|stessa cosa? per|con|su|nelle|nei|alle|ai
        ^correggi|sistema|finisci|completa __ rimasti|rimaste|rimanenti|restanti|mancanti|mancano
        ^annulla|ripristina|togli|rimuovi|disfa tutto|tutte|tutti|le|i|quello|cio? _ che|modifiche|sessione|hai
        ^sulla|sul|sui|sulle|riguardo|quanto|per alla|al|quanto? __ pensato|preferisco|meglio
        ci ho pensato|ripensato
        ho cambiato idea
        che volevi|chiedevi
        com|come era|erano|prima
        come|quello|che consigli|suggerisci|proponi|raccomandi
        tua|tuo raccomandazione|consiglio|suggerimento
    """,
    "again": """
        ^ancora non|lo|errore|rotto|niente|problemi
        ^non funziona|va|funzionava ancora? $
        ^continua a dare|fallire|non|dirmi|uscire
        ^lo? stesso errore|problema
        ^non ha funzionato|risolto
        ^questo|quello|cosi non funziona|va
        ^funziona|va $
        di nuovo $
        ^di nuovo
        ^no non|quello|questo|l|cosi|quella
        ^non quello|questo|quella|cosi
        ^ha|ora funzionato|funziona|va
        ^funziona|funzionato
        va|e|sono|adesso|ora molto|gia? meglio|bene|perfetto ma|pero|adesso|ora
        meglio|bene|migliorata|migliorato ma|pero
        sono|e|da|fa|resta|continua ancora troppo|non|rotto|sbagliato|da|errore|li|la
        ancora troppo|non
        e tornato|ricomparso|tornata|ricomparsa|successo di?
        lo|con stesso errore|problema|messaggio
        andava|funzionava bene|benissimo|prima|ieri|perfettamente
        cosa|che e|cos successo
        ora|adesso|e|sono|va piu|meglio __ ma|pero
        grazie __ ma|pero|ora
        ^risolto|sistemato
    """,
    "still": """
        ^l|il|la|lo|i|gli|le|mi|questo|quello __ ancora
        ^l|il|la|lo|i|gli|le|mi|questo|quello __ continua|continuano a
        ^l|il|la|lo|i|gli|le|si|non __ di nuovo
    """,
    "wish": """
        assicurati|assicura|controlla|verifica|deve|devono|dovrebbe
    """,
    "report": """
        ^l|li|le|lo? ho gia? mergiato|unito|deployato|riavviato|caricato|installato|creato|fatto|provato|eseguito|approvato|rivisto|pushato
        ^ho gia? fatto|completato il merge|deploy|push|commit|rebase
        ^fatto|mergiato|unito|riavviato|installato|approvato
        pr|branch|mr|build e|stata|stato|gia? stata|stato|gia? mergiata|mergiato|unita|unito|approvata|approvato
        ^l|lo|li ho provato|testato|verificato|eseguito
        ^ho messo|impostato|configurato|cambiato|installato|aggiunto|lanciato __ ma|ancora|pero
        ecco __ volevi|chiesto|chiesti|chiesta
    """,
    "broke": """
        si e|era chiusa|chiuso|interrotta|interrotto|bloccata|bloccato|spento|riavviato|piantato|disconnesso la|il|lo? TALK|terminale|computer|pc|finestra|cursor|claude|contesto?
        claude|codex|gemini|cursor|agente si e fermato|bloccato|interrotto
        TALK|claude|cursor|terminale si|e e? chiusa|chiuso|interrotta|interrotto|bloccata|bloccato|crashata|crashato
        questa|ho|siamo|sono e|aperto|iniziato|in una|un nuova|nuovo|altra|altro TALK|finestra
        finito|esaurito il|i contesto|token
    """,
    "fresh": """
        inizia|iniziamo|cominciamo|ripartiamo|ricominciamo tutto? da|dal capo|zero|principio
        cambio|cambiando di? argomento|tema|discorso
        inizia|iniziamo|iniziare|comincia|cominciamo|cominciare|ricomincia|ricominciamo|ricominciare|riparti|ripartiamo|ripartire|parti|partiamo|partire da|dal|tutto capo|zero|nuovo|principio|inizio
        ricomincia|ricominciamo|ricominciare tutto? $
        ignora|ignorare|ignorando|ignoriamo|dimentica|dimenticare|dimenticati|dimentichiamo|scarta|scartare|tralascia|senza _ tutto|cronologia|storico|precedente|precedenti|precedentemente|contesto|memoria|detto|conversazione|conversazioni|prima|fatto|passato|sessioni|sessione|memorie
        non usare|leggere|caricare|guardare|consultare|serve|occorre|cercare|considerare leggere|caricare|guardare|la|il|le? _ cronologia|storico|memoria|contesto|precedente|precedenti|sessioni|memorie|conversazioni
        niente|nulla a che vedere|fare
        non ha|c niente|nulla? a|entra che|con|nulla|niente
        cambio|cambiamo|cambiando argomento|discorso|tema
        altro|nuovo argomento|tema
    """,
    "scratch": """
        !diverso|diversa|diversi|diverse|differente da zero
        progetto|repository|repo nuovo|vuoto
        nuovo progetto|repository|repo
    """,
    "howto": """
        ^come un|una? utente|cliente|amministratore|visitatore
        ^come posso|si|faccio|fare|funziona|devo|usare|evitare
        ^cosa|che e|sono|significa|fa
        ^qual|quali e|sono la|il|le|i migliore|migliori|differenza|differenze|vantaggi
        ^perche
        ^esiste|c
    """,
    "kept": """
        non|senza iniziare|cominciare|ricominciare|ripartire|partire da|dal|tutto capo|zero|nuovo?
        non|senza ignorare|dimenticare|perdere|scartare
        invece di ricominciare|iniziare|ripartire
    """,
    "first": """
        ^prima|innanzitutto|anzitutto
        per prima cosa
        ^inizia|comincia con|da|dal|dalla
    """,
    "then": """
        e|, poi|quindi
        ^poi|quindi
    """,
    "after": """
        dopo di|aver|questo|cio|che
        ^successivamente|secondo
        una volta
    """,
    "finally": """
        ^infine
        e infine
        alla fine
    """,
    "if": """
        se|quando
    """,
    "scope": """
        tutto|tutta|intero|intera il|la|lo|l? codice|progetto|repository|repo|applicazione|sistema|app|base
        tutti|tutte i|gli|le file|moduli|servizi|componenti|endpoint|pagine|test
    """,
    "orchestrate": """
        orchestra|orchestrare|coordina|coordinare
    """,
    "team": """
        squadra|team|gruppo di agenti|agent
        un team|squadra
        subagenti|sub-agenti|multiagente
        in parallelo
        piu agenti
    """,
    "large": """
        refactoring|rifattorizza|rifattorizzare|migra|migrare|migrazione|riprogetta|riprogettare|riscrivi|riscrivere|ristruttura|ristrutturare|integra|integrare
    """,
}
