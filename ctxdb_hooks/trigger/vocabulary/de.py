"""German, umlauts folded away. Marks and pattern language: see `vocabulary/__init__.py` and `patterns.py`. Hot."""

FILLERS = frozenset(
    "ok okay gut also hallo hi hey moin servus guten morgen tag abend perfekt super prima toll bitte jetzt nun ja und kannst "
    "konntest konnen wir du ich mochte will wurde gern gerne danke klar dann so lass uns mal bitte schon".split()
)
AHEAD = frozenset(
    "ja jo jap jep ok okay klar gerne gern bitte mach machen weiter weitermachen fortfahren fahr fort los leg lege gehts geht "
    "beides beide alle alles das die den es so passt perfekt richtig korrekt genau stimmt einverstanden bestatigt bestatige "
    "genehmigt freigegeben freigabe erteilt zugestimmt erledigt fertig gemergt gemerged option variante vorschlag erste zweite "
    "dritte ersten zweiten dritten a b c mit und danke sehr gut super nochmal noch einmal erneut versuch versuche jetzt auch dann "
    "klingt sieht aus fang an anfangen starte start nimm wir machs tu tun setz um umsetzen ran kannst du sicher loslegen".split()
)
AHEAD_CORE = frozenset(
    "ja jo jap jep ok okay klar weiter weitermachen fortfahren fort los beides beide passt richtig korrekt genau stimmt "
    "einverstanden bestatigt bestatige genehmigt freigegeben freigabe option variante gemergt gemerged nochmal erneut machs mach "
    "umsetzen einmal anfangen loslegen leg starte".split()
)
CLASSES = {
    "PRODUCT": (
        "liste listen angezeigt aufgelistet erscheinen befehl modul benutzer nutzer user kunde kunden button buttons knopf seite seiten endpoint endpunkt api "
        "komponente komponenten tabelle spalte datenbank redis cookie cookies cache browser browserverlauf "
        "login anmeldung token tokens jwt bildschirm modal formular menu css html sql speichert speichern "
        "speichere anzeigen anzeigt zeigt zeige loschen loscht dienst chatbot whatsapp leck speicherleck "
        "funktionalitat feature session-cookie session-id "
    ),
    "DENIALS": "nicht kein keine keinen keiner ohne nie niemals nichts weder statt",
    "TIES": "claude codex wir unser unsere unserer unserem du dein deine deinem mein meine meiner uns ich",
    "TALK": "sitzung sitzungen session sessions gesprach gesprache gesprachen gesprachs unterhaltung unterhaltungen konversation "
    "konversationen chat chats diskussion besprechung",
    "PREV": "bisherige bisherigen bisheriger letzte letzten letzter letztes letztem vorige vorigen voriger fruheres vorheriges vorherige vorherigen vorheriger fruhere fruheren "
    "fruherer vergangene vergangenen vorangegangene vorangegangenen alte alten alteren altere alterer",
    "DONE": "gemacht besprochen gesagt vereinbart entschieden beschlossen geplant gebaut erstellt implementiert behoben gefixt "
    "geandert hinzugefugt gearbeitet angefangen begonnen aufgehort beendet getestet konfiguriert geschrieben entfernt gelost "
    "diskutiert festgelegt vorgeschlagen empfohlen erwahnt erklart erzeugt umgesetzt angepasst eingebaut umgebaut abgesprochen "
    "gewahlt gehabt versprochen geholfen stehengeblieben ausgemacht angelegt refaktoriert repariert umgestellt eingerichtet",
    "HAVE": "haben hatten hast hattest habt hattet waren",
    "WE": "wir du ihr",
    "LOOK": "find finde finden lies lese lesen schau schaue schauen such suche suchen nutze nutzen lade laden sieh siehe sehen pruf prufe prufen "
    "check checke fasse zusammenfassen hol hole ruf rufe durchsuche durchsuchen durchsieh erinnere verwende verwenden nachlesen "
    "nachsehen nachschauen wirf analysiere durchgehen geh gehe konsultiere",
    "NUMBERS": "ein eine einem einer zwei drei vier funf sechs sieben acht neun zehn einigen einige paar mehreren",
    "UNIT": "tag tage tagen woche wochen monat monate monaten nacht abend",
}
PATTERNS = {
    "others": """
        kunde|kunden|nutzer|benutzer|user|chef|chefin|team|jemand|kollege|kollegen|kollegin|leute|firma
    """,
    "recall": """
        TALK davor|zuvor|vorher
        in|aus|seit|wahrend|von|laut|nach|bei der|dem|den|einer|einem|unserer|unserem|unseren|meiner|meinem|deiner? PREV TALK
        in|aus|von unserem|unserer|unseren TALK uber|zu|zum|zur|wegen|mit|vom
        TALK der PREV __ UNIT
        im|vom|zum|zur|beim|unsere|unserer|unserem|unseren|unser|meine|meiner|meinem|deine PREV TALK
        in|aus|im|mit einer|einem|der|dem? anderen|andere TALK
        in|aus|im der|dem|unserer TALK von|vom gestern|vorhin|letzter|letzte|letzten
        gestrige|gestrigen|gestriger TALK|stand|arbeit
        vergessen|verloren was|wo|wie WE|ich
        kontext|gesprach|verlauf|faden|gedachtnis verloren|vergessen|weg
        __ tage|wochen|stunden arbeit verloren
        erinnere|weiss|erinnern mich|ich? nicht mehr? mehr|genau? was|wo|wie|welche|ob|wann _ WE|ich|HAVE
        nicht mehr was|wo|wie|welche WE|ich
        in deinem gedachtnis|speicher|memory
        in deinen erinnerungen|memories
        in|aus einem|dem anderen|andere fenster|tab|terminal
    """,
    "vague": """
        letztes|letzte|beim|das letzte? mal
        beim letzten mal
        fehler|bug|problem|absturz|refactoring|umbau|sache|aufgabe|arbeit von gestern|vorgestern|neulich|letztens|vorhin
        erinnerst du dich
        weisst du noch
        erinnere dich an|was|wie
        wie bereits|schon|ja|zuvor|vorhin|letztens|neulich|damals|gestern? besprochen|vereinbart|abgesprochen|geplant|ausgemacht|beschlossen|diskutiert|festgelegt
        wie|was WE das|es|uns|ja|schon|bereits? _ DONE HAVE
        was haben|hatten|hast|hattest WE _ DONE
        warum haben|hatten wir
        sind wir __ durch|fertig
        woran HAVE WE
        was HAVE WE
        HAVE|hatte WE bereits|schon|zuvor|fruher|vorher
        nicht|das|es? schon|bereits|nicht? HAVE WE das|es|den|die|nicht|schon|bereits
        HAVE WE das|es|den|die? nicht? schon|bereits|nicht
        WE HAVE bereits|schon|zuvor|fruher|vorher
        zuvor|fruher|vorher HAVE WE
        was|woran WE zuletzt
        zuletzt _ DONE
        wie|wo|wann|warum|wieso|weshalb HAVE WE
        auf|was den|die|das? WE WE? uns|mir|dir|euch _ DONE|geeinigt|verstandigt HAVE
    """,
    "ours": """
        wir|du haben|hatten|hast|hattest __ ge*|*iert|DONE
        haben|hatten|hast|hattest wir|du __ ge*|*iert|DONE
        wir|du haben|hatten|hast|hattest _ um*|ver*|be*|ent*|zer*|uber*|unter*
        dein|deine|deinen|unser|unsere|unserem|unseren PREV anderung|anderungen|vorschlag|fix|commit|losung|antwort|plan|version|umbau
        wir waren
        warum haben|hatten|hast wir|du
        wir|du __ ge*|*iert|DONE haben|hatten|hast|hattest
        warum|wieso|weshalb|wozu hast|habt|hattest|hast du|ihr
        den|die|das|der du|ihr mir|uns|hier? __ *t|*en hast|habt|hattest
        worauf|wozu WE __ HAVE
        auf|fur|mit|an den|die|das|dem|der wir uns
        wie ich dir? schon|bereits? gesagt|geschrieben|erklart|erwahnt
    """,
    "past": """
        gestern
        vorgestern
        neulich
        am montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag
        letzte|letzter|vergangene|vorige woche|nacht
        letzten|letzter|vergangenen|vorigen monat|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|tag|tage|tagen
        vor #|einigen|ein|einer|mehreren paar? UNIT
        heute morgen|fruh|vormittag
        tage arbeit
    """,
    "wedid": """
        WE HAVE
        HAVE WE
        sind|waren wir
        ich habe|hatte|hab dir|euch|das|es|dich
        habe|hatte|hab ich dir|dich|das|es
        WE __ DONE|ge*|*iert HAVE
        hatten|hattest|hattet
        arbeit|arbeiten|anderungen
        das|hatten|haben wir|das schon
        unser|unsere|unseren|unserem plan|arbeit|anderungen|entscheidung|entscheidungen|fortschritt
        die? ki|claude|codex|gemini|agent|assistent hat|hatte
        das|es|alles|noch funktionierte|lief|ging
        funktionierte|lief|ging es|das|noch|alles|bei
        fehler|bug|problem|absturz|fehlermeldung __ wieder|zuruck|erneut
        wieder da|aufgetreten|aufgetaucht
        script|skript|fix|version|code|anderung|vorschlag von|vom
        ergebnis|ergebnisse|fazit|schlussfolgerung von|vom|der|des|aus
        aufgaben|aufgabe
    """,
    "source": """
        chatverlauf|chatverlaufe|gesprachsverlauf|gesprachsprotokoll|sitzungsverlauf|sitzungsprotokoll|chat-verlauf|chathistorie|konversationsverlauf|chatprotokoll|sitzungsnotizen|ubergabenotizen|ubergabedokument|ubergabe|ubergabeprotokoll|ubergabedatei
        verlauf|historie|protokoll|protokolle|notizen|logs|transkript|transkripte unserer|unseres|der|des|vom|von|aus PREV|letzten? TALK
        der|den|die|das|dem|unsere|unserer|unseren|unserem|meine|meiner|deine|aus|in PREV TALK
        dein|deinem|deine gedachtnis|memory|erinnerungen|speicher
        deinen erinnerungen|memories
        gedachtnis von|des claude|codex|cursor|agenten
        memory bank
        memory-bank
        handoff notiz|notizen|dokument|datei
        contextdb
        ordner|verlauf|dateien|chats von|.? specstory|.specstory
        specstory-ordner|specstory-verlauf
        TALK raus|heraus? in|wo der|dem? wir|ich|du
    """,
    "look": """
        such|suche|suchen|schau|schaue nach|in|im
        LOOK
        kontext
    """,
    "otheragent": """
        vorherige|vorheriger|vorherigen|vorige|letzte|letzten agent|ki|session|instanz|modell|assistent|entwickler|agenten
        andere|anderer|anderen agent|ki|session|instanz|modell|assistent|entwickler|agenten hat|hatte|versucht|arbeitet|ist|war
        was der|die andere|anderer|vorherige
    """,
    "their": """
        seine|deren|ihre anderungen|arbeit|ideen|korrekturen
        seinen|dessen|deren|ihren code|plan
    """,
    "resume": """
        ^weiter|weitermachen|weiterarbeiten|fortfahren $
        ^weiter mit|im|am|an|bei|wo|in|machen|gehts|geht|arbeiten|zu|zum|zur|beim
        ^mach|mache|machen|fahr|fahre|fahren|arbeite|arbeiten|geht|gehts|gehen|bau|baue|entwickle __ weiter|fort $
        ^mach|mache|machen|arbeite|arbeiten|fahr|fahre _ da|dort|mit|an weiter|fort?
        ^fortsetzen|fortfahren
        ^setz|setze|setzen|setzt __ fort
        weitermachen|weiterarbeiten|fortsetzen|fortfahren|weiterfuhren|anknupfen $
        ^nimm|nehmen|greif|greife|greifen|knupf|knupfe|knupfen __ wieder|an|auf $
        ^zuruck zu|zum|zur|an
        ^wieder an|zum|zur|am
        wo|dort|da WE|ich|wir zuletzt|gestern? aufgehort|stehengeblieben|stehen|waren|war|verblieben|unterbrochen|hangengeblieben
        wo waren|standen|blieben|hatten|haben|sind WE
        wo war|stand ich
        aufgehort|stehengeblieben|stehen geblieben? HAVE|habe|hatte|ist|sind
        waren|war wir|ich gerade|dabei|mitten|beim
        nicht ganz|mehr|richtig|komplett? fertig geworden|gemacht|gekommen|bekommen
        zu ende
        was noch offen|ubrig|fehlt|aussteht
        das|was WE gerade? angefangen|begonnen
        ^beende|beenden|mach|schliess|vervollstandige|erledige was|die|den|das restliche|restlichen|rest|angefangene|begonnene|noch|fertig|ubrige|offene|offenen
        ^mach|machen|mache _ fertig
        ^geh|gehe|gehen|kommen|komm _ zum|zur nachsten
        ^ich? bin wieder? zuruck|da
    """,
    "numbered": """
        phase|schritt|etappe|meilenstein|sprint|teil|stufe #
        nachste|nachsten|nachster|letzte|letzten|zweite|zweiten|dritte|dritten phase|schritt|etappe|meilenstein|sprint|aufgabe|punkt|stufe|task|teil
        als nachstes
        ^die? option|variante|alternative|vorschlag #
        nimm|nehmen|wahle|lieber|mit die? option|variante|vorschlag #
        die|der|den|dein|deinen zweite|zweiten|erste|ersten|dritte|dritten option|variante|vorschlag|ansatz
        option|variante|alternative|vorschlag|losung # $
        variante|option|alternative # $
        ^variante|option|alternative #
        ^mach|mache|nimm # und #
    """,
    "bare": """
        ^aber
        ^auch
        ^doch
        ^lieber
        ^behebe|fixe|reparier|repariere|mach|teste|andere|losche|erklare|fuhre|probier|probiere|versuch|versuche das|es|sie|ihn|dies|die|diese bitte|nochmal|jetzt|wieder|ruckgangig|aus|rein? $
        ^und __ $
        ^was ist mit
        ^ruckgangig $
    """,
    "status": """
        was kommt|ist|steht|kame __ als|dran nachstes|dran
        was fehlt|steht|bleibt|kommt|ist __ noch|offen offen|zu|aus|ubrig
        was weisst|kennst du
        welche|was offenen|offene|restlichen|ausstehenden
        was|wie|welche sind|waren die|unsere nachsten|offenen|restlichen
        ^gib|zeig|mach|erstelle mir|uns? eine|einen? _ zusammenfassung|uberblick|stand _ arbeit|sitzung|stand|projekt|bisher|bisherigen|unserer
        was fehlt|steht|kommt|ist|bleibt|liegt|muss|mussen|mussten|sollten|sollen|soll noch|als|an|wir|ich|nachstes|jetzt|offen|zu|uns? offen|an|aus|nachstes|tun|ubrig|machen|jetzt|noch|$
        was noch offen|fehlt|ubrig|zu
        was ist|war|sind der|die|das nachste|nachsten|aktuelle|stand|letzte|letzten
        wo stehen|standen|stehe|sind|waren wir|ich
        wie ist|war|weit der|sind|waren|bist? stand|wir|du
        bring|bringe|setz|setze mich|dich wieder? auf|in
        zusammenfassung|fasse|fass|rekapituliere von|der|unserer|zusammen|was|mir|alles? _ wir|bisher|bisherige|bisherigen|stand|unsere|letzten
        stand der dinge|arbeiten
        aktueller|aktuelle|aktuellen stand|status
        projektstand|zwischenstand
        ^status $
        erinnere|erinner mich
        was weisst du|dir
        haben|hattest|hast wir|du schon|bereits|das|den|die
        nachste schritte
        nachsten schritte
        offene|offenen|ausstehende punkte|aufgaben|todos|tasks
        wo WE stehen|sind
        was noch? offen|ubrig|aussteht|fehlt
    """,
    "anaphor": """
        ^setz|setze|implementiere|fuhr|fuhre|wende|mach|beende|prufe|aktualisiere|merge|merge|pushe|committe|mergen die|den|das|der|deine|deinen|unsere|unseren|diese|diesen|dem plan|anderungen|anderung|fix|vorschlag|vorschlage|empfehlungen|rest|refactoring|migration|konzept
        unser|unsere|unseren|dein|deine|deinen|deinem|eure PREV? plan|anderungen|vorschlag|vorschlage|empfehlung|empfehlungen|ansatz|entscheidung|fortschritt|idee|konzept|losung
        der|die|das|den|dem PREV plan|anderung|anderungen|fix|vorschlag|ansatz|aufgabe|version|bug|fehler|problem|losung|commit
        den|der|das|die rest|restlichen|restliche|ubrigen|verbleibenden|ausstehenden|offenen
        restlichen|verbleibenden|ausstehenden
        du mir|uns|es|das|ja|vorhin? _ hast|hattest|vorgeschlagen|empfohlen|gesagt|gemacht|gebaut|erwahnt
        hast|hattest du _ DONE
        jene|jener|jenes
        diesen|dieser|dieses|dem|den bug|fehler|problem|fix $
        ^das|dies|diese|die _ beheben|fixen|reparieren|testen|rucksanging|ruckgangig
        wie vorher|zuvor|gehabt|gestern|immer|beim|letztes
        das gleiche|selbe wie|nochmal|noch
        dasselbe wie|fur|auch|bitte|nochmal|noch|$
        ^mach|mache|nimm|setz|dreh das|die|alles|deine|alle? _ wieder? ruckgangig|zuruck
        ^mach|andere|behebe|fixe|korrigiere|erledige __ restlichen|ubrigen|verbleibenden
        ^mach|mache das? gleiche|dasselbe|selbe|genauso
        ^alles|alle _ ruckgangig
        die|den|der restlichen|ubrigen|verbleibenden
        ^wegen der|dem|des|den|deinem|deiner|unserer
        ^zu|zur|zum|bezuglich der? _ nochmal|noch
        nochmal|noch einmal? nachgedacht|uberlegt
        du wolltest|wollte|brauchtest
        wie es|sie|das vorher|zuvor|fruher? war|waren|aussah
        so wie vorher|zuvor|fruher
        wie du empfiehlst|vorschlagst|ratst
    """,
    "again": """
        ^immer noch|der|nicht|kaputt|das
        ^noch immer
        ^geht|funktioniert|klappt|lauft immer|noch|nicht|leider|weiterhin
        ^es|das geht|funktioniert|klappt|lauft|hat|ist immer|noch|nicht|leider|jetzt|weiterhin|wieder
        ^der? gleiche|selbe|dieselbe fehler|problem
        ^gleicher|selber|derselbe|dieselbe fehler|problem
        ^hat nicht|leider
        ^schon wieder
        ^wieder der|das|kaputt|nicht|gleiche
        ^nochmal
        ^nein|ne|nee|no nicht|doch|die|das|der|den so|das|die|der|den|andere|zweite|nicht
        ^nicht die|das|der|den|so
        ^hat|es|das jetzt? hat? geklappt|funktioniert|geholfen
        ^geklappt|klappt|geht|funktioniert
        sind|ist|war|waren|sieht|geht jetzt|nun|schon? deutlich|viel|schon|jetzt? besser|gut|super|richtig aber|nur|jetzt
        immer noch
        noch viel? zu
        ^schon wieder
        wieder da $
        kommt|kam|ist|tritt|taucht wieder
        mit|der|den|die|dem demselben|denselben|dieselbe|derselbe|gleichen|gleiche fehler|fehlermeldung|problem
        lief|ging|funktionierte|klappte doch|vorher|schon|noch|mal|gestern
        was ist passiert $
        ist|sind|sieht|lauft|geht jetzt|nun|schon __ aber|nur
        danke __ aber|jetzt
        ^das|es hat das|es? gelost|behoben|geholfen
    """,
    "still": """
        immer noch
        noch immer
        nach wie vor
        ^der|die|das|es|ich|beim|bei|im|in __ noch nicht|falsch|kaputt|zu
        schon wieder
        wieder nicht|falsch|kaputt|weg|leer|da
    """,
    "wish": """
        sicher
        pruf|prufe|prufen|check|soll|sollen|sollte|muss|mussen
    """,
    "report": """
        ^ich? habs|habe|hab es|ihn|das|sie|alles|den|die? _ gemergt|gemerged|deployt|deployed|neugestartet|gestartet|gepusht|installiert|angelegt|erledigt|getestet|ausgefuhrt|freigegeben|hochgeladen $
        ^erledigt|gemergt|gemerged|deployed|deployt|installiert|freigegeben|neugestartet
        pr|branch|mr|build ist|wurde|jetzt gemergt|gemerged|durch|freigegeben|deployed|grun
        ^hab|habe es|das|sie|ihn|alles? __ getestet|probiert|ausprobiert|gesetzt|eingestellt|geandert|gestartet|ausgefuhrt
        hier|anbei ist|kommt|sind? die|der|das _ du
    """,
    "broke": """
        TALK|claude|cursor|terminal|fenster|rechner|pc|laptop|verbindung ist|wurde|hat|war __ abgesturzt|abgebrochen|geschlossen|beendet|unterbrochen|weg|neugestartet|eingefroren|abgerissen
        abgesturzt|abgebrochen|abgerissen ist|war
        das|ich|wir|dies ist|habe|hab|sind eine|einen|in|jetzt? eine|einen|einer|einem? neue|neuen|neuer|neuem TALK|fenster
        kontext|tokens ist|war|waren|sind voll|alle|aufgebraucht|aus
    """,
    "fresh": """
        fang|fange|fangen|beginn|beginne|beginnen|starte|starten|start|anfangen|setz|neu|noch _ neu|null|vorne|vorn|frisch|anfang
        ganz von vorne|vorn
        von vorne|vorn anfangen|beginnen|starten|an
        neu anfangen|starten|beginnen|aufsetzen
        ignorier|ignoriere|ignorieren|vergiss|vergessen|verwirf|verwerfen|missachte|lass|ohne _ alles|verlauf|bisherige|bisherigen|vorherige|vorherigen|fruhere|fruheren|kontext|gedachtnis|besprochen|gesprach|gesprache|bisher|vorher|zuvor|historie|sitzungen|sitzung|memory|letzte|letzten
        nicht|kein|keine|keinen|ohne _ verlauf|gedachtnis|kontext|historie|sitzungen|memory|chatverlauf|vorgeschichte laden|lesen|nutzen|verwenden|benutzen|notig|anschauen|berucksichtigen|nachsehen|brauche|gebraucht|zu
        nutze|nutz|lade|lies|verwende|benutze|brauche|schau|beachte nicht|kein|keinen|keine|den|die|das|nicht _ verlauf|gedachtnis|kontext|historie|sitzungen|memory|chatverlauf nicht
        nutze|nutz|lade|lies|verwende|benutze|brauche|beachte kein|keinen|keine _ verlauf|gedachtnis|kontext|historie|sitzungen|memory
        hat nichts|nix mit _ zu
        schau|schaue|geh|lies|nutze|verwende nicht in|auf|die|den|das|zuruck
        bei|ab null
        nichts|nix mit _ zu tun
        unabhangig von|vom
        themenwechsel
        anderes|neues|neuer thema
    """,
    "scratch": """
        von grund auf
        baue|bauen|schreib|schreibe|entwickle|anfangen|starten|beginnen __ von null
        von null anfangen|beginnen|starten|an|aufbauen|bauen
        neues|leeres|frisches projekt|repo|repository
        auf der grunen wiese
    """,
    "howto": """
        ^als ein|eine? nutzer|benutzer|kunde|admin|administrator|anwender|user
        ^wie kann|konnen|geht|funktioniert|man|mache|macht|soll|benutzt|nutzt|lasst|vermeide
        ^was ist|sind|bedeutet|macht ein|eine|der|die|das|unterschied|der
        ^was bedeutet|macht|heisst
        ^welche|welcher|welches
        ^warum|wieso|weshalb
        ^gibt|kann es|man|ich
    """,
    "kept": """
        nicht|ohne|statt|anstatt _ neu|vorne|vorn|null anzufangen|anfangen|beginnen|zu|starten
        nicht wieder? von vorne|vorn|null
        vergiss|ignorier|ignoriere|verliere|verlier nicht
        fang|fange|beginn|beginne|starte nicht
    """,
    "first": """
        ^zuerst|erst|erstens|zunachst
        ^fang|fange|beginne|beginn mit|an
    """,
    "then": """
        und|, dann|danach|anschliessend
        ^dann|danach|anschliessend
    """,
    "after": """
        ^zweitens|nachdem|sobald
        wenn das fertig|erledigt|steht
        im anschluss
    """,
    "finally": """
        ^schliesslich|abschliessend|zuletzt|zuguterletzt
        und schliesslich|abschliessend|zuletzt
        zum schluss|abschluss
        am ende
    """,
    "if": """
        wenn|falls|sobald
    """,
    "scope": """
        ganze|gesamte|ganzen|gesamten|komplette|kompletten codebasis|code|projekt|repo|repository|anwendung|app|system|codebase
        alle|allen|samtliche dateien|module|modulen|services|dienste|komponenten|endpunkte|seiten|tests
        projektweit|repoweit
    """,
    "orchestrate": """
        orchestriere|orchestrieren|koordiniere|koordinieren
    """,
    "team": """
        team von|aus agenten
        ein|einem team
        subagenten|unteragenten|sub-agenten|agententeam
        parallel
        mehrere agenten
    """,
    "large": """
        refaktoriere|refaktorieren|refactore|refactoring|migriere|migrieren|migration|redesign|umschreiben|umbauen|integriere|integrieren|umstrukturieren|restrukturieren
    """,
}
