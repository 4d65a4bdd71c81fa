"""French, accents folded away. Marks and pattern language: see `vocabulary/__init__.py` and `patterns.py`. Hot."""

FILLERS = frozenset(
    "ok bon bien d accord alors salut bonjour bonsoir coucou parfait super genial s il te vous plait plait stp svp maintenant "
    "oui et peux tu pouvez pourrais pourrait on peut je veux voudrais j aimerais merci allez allons donc voila".split()
)
AHEAD = frozenset(
    "oui ok okay ouais -le -la -les d accord vas y allez allons fonce go continue continuez continuons continuer poursuis poursuivez poursuivons "
    "procede procedez procedons fais le faites la les deux tout tous toutes ca cela celui celle parfait correct exact exactement "
    "tout a fait je confirme confirme confirmee approuve approuvee valide validee c est bon fait l option premiere deuxieme "
    "seconde troisieme premier second a b c avec et s il te vous plait stp svp merci bien tres super merge mergee fusionne encore "
    "une fois reessaie reessayez a nouveau maintenant aussi commence commencons me va marche bon pour moi ces points tu peux commencer demarre".split()
)
AHEAD_CORE = frozenset(
    "oui ok okay ouais -le accord vas allez fonce go continue continuez continuons continuer poursuis poursuivez poursuivons procede "
    "procedez procedons deux exact exactement correct confirme confirmee approuve approuvee valide validee option merge mergee "
    "fusionne reessaie reessayez commencer commence commencons demarre".split()
)
CLASSES = {
    "PRODUCT": (
        "liste listes affichent affichees apparaissent apparait commande module utilisateur utilisateurs bouton boutons page pages endpoint endpoints api composant composants "
        "table colonne base redis cookie cookies cache navigateur login connexion token tokens jwt client "
        "clients ecran modale formulaire menu css html sql sauvegarde sauvegarder enregistre enregistrer "
        "stocke stocker affiche afficher supprime supprimer service chatbot fuite fuites fonctionnalite "
    ),
    "DENIALS": "pas sans jamais ni inutile rien aucun aucune",
    "TIES": "claude codex notre nos nous on ta ton tes ma mes tu vous",
    "TALK": "session sessions conversation conversations discussion discussions echange echanges chat chats",
    "PREV": "ancien anciens vieille vieilles vieux precedente precedentes precedent precedents derniere dernieres dernier derniers passee passees passe ancienne anciennes "
    "anterieure anterieures",
    "DONE": (
        "donne* montre* choisi* prepare* fourni* mis aborde* active* aide ajoute* arrete* arretee* bascule* casse change* choisi* commence* configure* "
        "construit* convenu* corrige* corrigee* cree decide* defini* deplace* deplacee* developpe* discute* "
        "dit documente* ecrit ecrite* entame* essaye* evoque* explique* extrait* fait fini fusionne* "
        "genere* implemente* installe* laisse* lance mentionne* mis modifie* nettoye* optimise* parle "
        "planifie* pousse* prevu promi* propose* recommande* reecrit* reecrite* refait* regle regle* "
        "remplace* renomme* repare* resolu* retire* revu suggere* supprime* tente termine* teste traite* "
        "travaille* trouve* utilise* valide* verifie* vu "
    ),
    "HAVE": "avons avions as avais avez aviez a",
    "EXEMPT": "une de le la les des ce ces cette quelle encore acces que ne me te se je entre autre meme base fichier "
    "eu besoin envie idee raison moyen acces plusieurs tous pas plus si un tu nous vous bug souci probleme erreur erreurs",
    "LOOK": "lis lire lisez regarde regarder regardez cherche chercher cherchez consulte consulter consultez verifie verifier "
    "charge charger chargez recupere recuperer recuperez vois voir resume resumer revois revoir relis relire rappelle rappeler "
    "analyse analyser utilise utiliser parcours parcourir fouille reprends retrouve retrouver",
    "NUMBERS": "un une deux trois quatre cinq six sept huit neuf dix quelques plusieurs",
    "UNIT": "jour jours semaine semaines mois nuit nuits",
}
PATTERNS = {
    "others": """
        client|clients|utilisateur|utilisateurs|chef|equipe|quelqu|collegue|collegues|entreprise
    """,
    "recall": """
        dans|de|depuis|durant|pendant|lors|selon|pour|a de? la|les|le|l|notre|nos|ma|mes|cette|une? TALK PREV
        dans|de|depuis|durant|pendant|lors|selon|a|du|des de? la|les|le|l|notre|nos|ma|mes|cette? PREV TALK
        notre|nos|ma|mes|tes TALK PREV
        de|dans|lors|pendant de? notre|nos TALK sur|a|au|avec|de|ou
        notre|nos|ma|mes|tes PREV TALK
        dans|d|une une? autre|autres TALK
        dans|de|depuis la|le|notre TALK d hier|avant
        perdu|perds|perdez|oublie|oublies|oubliez tout? le|la|notre|nos? contexte|conversation|historique|fil
        perdu __ jours|semaines|heures de travail
        oublie|oublies|oubliez ce que|ou|comment|qu
        souviens|souvient|rappelle plus|pas de? ce|ou|comment|quand|si|quel _ HAVE|on|ai|nous|j|avais|etais
        dans ta|tes|votre|vos memoire|memoires
        dans|d une|l? autre|autres fenetre|onglet|terminal j|je|on|tu|nous
    """,
    "vague": """
        la PREV|autre fois
        pourquoi avait|avions|avons|a on|nous
        pourquoi on|nous a|avait|avons|avions
        PREV fois
        tu|te|vous te|vous|t? souviens|souvenez|rappelles|rappelez
        souviens|rappelles|souvenez|rappelez tu|toi|vous
        souviens toi de? ce
        comme|ainsi|tel on|nous|convenu|prevu|discute|vu|decide|dit l|en|a|avons|avait|avions? a|avait|avions|avons? DONE?
        on|nous n? avait|avions|a|avons pas|jamais|toujours fini|termine|regle|resolu
        comme convenu|prevu|discute|evoque|decide|prevue|dit
        qu|que|ce qu on|nous avait|avons|a|avions DONE
        qu est ce qu|que on|nous avait|avons|a|avions|faisait|faisions
        ce que|qu tu|vous|nous|on m|nous? as|avais|avez|avons|avions|avait|a DONE
        on|nous avait|avions DONE
        ce qui reste
        qu on|nous avait|avions|a DONE
        qu|quoi|que|qu faisions|faisait|travaillions|travaillait|construisions nous|on
        on|nous travaillait|travaillions|faisait|faisions
        qu avons|avions|a nous|on DONE
        HAVE DONE precedemment|auparavant|avant
        precedemment|auparavant nous|on|tu
        on|nous l|les? avait|avions|a|avons pas|deja deja? DONE
        on s etait mis|dit
        on|nous avait|avions|a|avons DONE __ comment|ou|quand|pourquoi|quoi
    """,
    "ours": """
        nous|on l|les|y|en|nous|s? avons|avions|avait|a deja|tous|tout|toutes|bien? DONE
        nous|on avions|faisions|etions|travaillions
        tu|vous m|nous|l|les|avais? as|avais|avez|aviez deja|tout|bien? DONE
        as|avez tu|vous DONE
        tu|vous m|nous|l|les|y|en|me|t? as|avais|avez|aviez deja|tout|bien|pas|juste? *e|*ee|*es|*ees|*i|*ie|*is|*it|*u|*ue|*us
        t as deja|tout|bien|pas|juste? *e|*ee|*es|*ees|*i|*ie|*is|*it|*u|*ue|*us
        on n? l|les|y|s|en? avait|etait|a pas|deja|tous|tout|bien|mis? *e|*ee|*es|*i|*is|*it|*u|*ue|*us
        ce|tout que|ce? que? tu|vous viens|venez de
        viens|venez de faire
        pourquoi|comment t|tu|vous as|avez
        nous n? l|les|y|en? avions|etions|avons pas|deja|tous|tout|bien|mis? *e|*ee|*es|*i|*is|*it|*u|*ue|*us
        comme je t|te|vous|l? ai deja? dit|explique|ecrit
        tu|vous etais|etiez en train
    """,
    "past": """
        hier
        avant-hier
        l autre jour|soir
        lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
        semaine|nuit derniere|passee
        mois|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week-end dernier|passe
        il y a #|quelques|plusieurs|une|un UNIT
        y a #|quelques|une UNIT
        a quelques|plusieurs jours
        jours de travail
        ce matin
    """,
    "wedid": """
        nous|on|tu|vous l|les|y|en|m|nous|me|t|te? HAVE|avait|avons|a|as deja|tous|tout|toutes|bien? DONE
        nous|on avions|avait
        je|j te|t|l|vous? l? ai|avais deja? DONE
        travail|travaux|modifications|changements effectue|effectues|fait|faits|realise|realises
        travail|modifications|changements
        on|nous en? a|avons|avait parle|discute
        notre|nos plan|travail|modifications|changements|decision|decisions|progression|avancement
        l? ia|claude|codex|gemini|agent|assistant a|avait
        marchait|fonctionnait|marchaient|fonctionnaient
        on|nous|tu|vous l|les|y|en|m|t? HAVE|avait|avons|a deja|tous|tout? *e|*ee|*i|*is|*it|*u|*ue|*us
        bug|erreur|probleme|souci|plantage __ revenu|revenue|revient|retour|recommence|reapparu
        conclusion|conclusions|resultat|resultats
        erreur|bug|probleme __ comment
        tache|taches
    """,
    "source": """
        historique de|des|du|nos nos|notre|mes|la|tes? TALK|prompts
        historique TALK
        journal|journaux|logs|transcription|transcriptions|transcript|notes de|des|du nos|notre|la|mes? TALK
        TALK PREV
        PREV TALK
        ta|votre memoire
        tes|vos memoires|souvenirs
        memoire|memoires de|du l? agent|claude|codex|cursor
        memory bank
        memory-bank
        banque de memoire
        notes|note|document de passation|transmission|handoff|reprise|continuite
        contextdb
        dossier|historique|fichiers|chats de|du|.? specstory|.specstory
        TALK ou on|nous|tu|j|je
    """,
    "look": """
        LOOK
        contexte
    """,
    "otheragent": """
        agent|ia|session|instance|modele|assistant|developpeur precedent|precedente
        autre agent|ia|session|instance|modele|assistant|developpeur a|avait|est|essaie|essaye
        ce que|qu l? autre
    """,
    "their": """
        ses|leurs modifications|changements|idees|corrections
        son|leur travail|code|plan
    """,
    "resume": """
        ^continue|continuez|continuons|continuer|poursuis|poursuivez|poursuivons|poursuivre $
        ^continue|continuez|continuons|continuer|poursuis|poursuivez|poursuivons|poursuivre avec|le|la|les|l|de|du|des|ou|a|sur|d|notre|ce|et|dans|depuis|en|comme
        ^reprends|reprend|reprenez|reprenons|reprendre $
        ^reprends|reprend|reprenez|reprenons|reprendre le|la|les|l|ou|notre|depuis|avec|ce|du|de|nos|a|la|cette|sur|ici
        ^on s|se remet|remets|remettait sur|a|au
        on s|se remet|remets sur|a|au
        ^revenons|revient|reviens|retournons|retour|revenir a|au|sur|aux
        ^remets|remettons|remettre nous|toi|on? au|sur
        ^procede|procedez|procedons $
        ^procede|procedez|procedons avec|a|au
        ^finis|finissons|finir|termine|terminons|terminer|acheve|achevons|complete|completons ce|le|la|les que|qu|reste|travail|restant|dernieres
        ou|la j|on|nous|tu|s|n|en|etait|etions? en|l|nous|avait|avions|s|en|est|etait|etions|sommes|ai|avais|a|etais|as? arrete|arretes|arretee|reste|restes|laisse|etait|etions|etais|reste
        ou on|nous|j en? etait|etions|etais
        la ou nous|on|tu|j|je|vous
        on|nous etait|etions en|sur|a train?
        on|nous|j etait|etions|etais train|en
        ce qu|que on|nous|j|tu faisait|faisions|avait|avions|faisais|avais
        reste|restes|restee en suspens|plan
        en suspens
        ^passe|passons|passez|passer|enchaine|enchainons a|au|avec|sur l|la|le? suite|suivant|suivante|prochain|prochaine|etape|phase
        ^la? suite $
        ^on|nous continue|continuons|reprend|reprenons|poursuit|enchaine
        ^me revoila|revoici
    """,
    "numbered": """
        phase|etape|partie|jalon|sprint #
        prochaine|prochain|derniere|dernier|deuxieme|seconde|troisieme phase|etape|partie|tache|sprint|jalon|point
        phase|etape|tache|sprint suivante|suivant
        ^l|la? option|solution|alternative #
        prends|choisis|prefere|avec l|la? option|solution #
        la|le|ta|ton deuxieme|premiere|troisieme|seconde|premier|second option|proposition|approche|suggestion
        ^fais|prends l|la|le? # et
    """,
    "bare": """
        ^mais
        ^aussi
        ^plutot
        ^corrige|fais|refais|annule|change|supprime|teste|lance|explique|termine|finis|essaie|deploie|pousse|mets|commit|fusionne -le|-la|-les|ca|ceci|cela
        ^et __ $
        ca|cela $
        ^annule|annuler $
    """,
    "status": """
        on|nous fait|fais|faisons quoi
        quoi maintenant|ensuite|apres
        ^fais|fait nous|moi le? point|recap
        que|qu|quoi|ce reste|restait|manque|manquait t|il|faire|a
        qu est ce qu|qui il|qui? reste|manque|restait|manquait
        il nous|me|te? reste quoi|a|encore
        reste t il
        c? est? quoi la suite|prochaine|prochain
        quelle|quelles|quel|quels est|sont|etait|etaient la|le|les|l prochaine|prochain|prochaines|etat|suite|taches|etapes|avancement
        ou en est|sommes|etions|etait|etais|es
        en est ou
        on en est|etait|etions
        fais|donne|ecris moi|nous? un|le? resume|recap|recapitulatif|bilan|point de|du|sur? notre|nos|ce|travail|qu|projet|l
        donne|resume|recapitule|recap|rappelle moi|nous|le? point|recap|topo|resume|ou|ce|resume sur|de|ou|on|que? _ session|projet|travail|avancement|en
        mets|mettez moi|toi|nous a|au jour|courant|parfum
        fais|fait moi? le|un point|recap|topo|recapitulatif
        rappelle moi|nous
        etat actuel|du|de des|projet|travaux
        que|qu sais|sait|souviens tu|vous
        avons|as|avez nous|tu|vous deja? DONE
        prochaines etapes
        taches restantes
        ou|d on|nous en est|sommes|etait
        ce|de qu|qui il|reste reste|a
        ^fais|fait|donne|dis moi|nous? un|le? resume|recap|bilan|topo d|de ou|ce
    """,
    "anaphor": """
        ^implemente|execute|applique|termine|revois|mets|pousse|fais|fusionne|annule|reviens|suis le|la|les|l|ce|ces|cette|ton|tes|notre|nos plan|modifications|changements|correctif|proposition|suggestions|suggestion|recommandations|reste|refactoring|refactorisation|migration
        notre|nos|ton|ta|tes|votre|vos PREV? modification|changement|commit|correctif|plan|changements|modifications|proposition|propositions|suggestion|suggestions|recommandation|recommandations|approche|decision|avancement
        le|la|les|l plan|changement|changements|modification|modifications|correctif|tache|taches|erreur|bug|probleme|version|proposition|solution PREV|restantes|restante|restants
        le reste
        restantes|restants|restant
        tu|vous m|nous|l|les|avais|as? as|avais|avez|aviez DONE
        celui|celle|ceux|celles la|d|dont|que
        ce|cette|ces|cet bug|erreur|probleme|tache|idee|fonctionnalite|modification la?
        la? meme chose qu|que|pour|hier
        comme avant|hier|d|la
        ^fais|fait|faites|applique la? pareil|idem|meme pour|sur|avec|chose
        ^corrige|fais|traite|termine|finis __ restants|restantes|restant|manquants|manquantes
        ^annule|reviens|defais|retire|supprime sur? tout|toutes|tous|ce|les|la? __ que|qu|session|sessions|fois
        ta|tes|ton|votre|vos derniere|dernieres|dernier|derniers
        ^pour|concernant|sur|a la|le|les|l propos? __ j ai
        j ai reflechi|change
        tu|vous voulais|vouliez|attendais
        refais|recommence|reapplique -les|-le|-la $
        comme c|ca|il|elle? etait|etaient|avant
        comme tu|vous recommandes|recommandez|conseilles|proposes|suggeres
    """,
    "again": """
        ^toujours pas|le|la|rien|en|casse|un|pareil
        ^ca|cela|il|c ne|n|marche|fonctionne|plante|est toujours|marche|pas|fonctionne|a|encore|casse?
        ^ca|cela marche|fonctionne pas|toujours|encore|plus|$
        ^encore|meme|la|le meme? erreur|probleme|la
        ^la? meme erreur
        ^le? meme probleme
        ^marche|fonctionne pas|toujours
        a nouveau $
        ^rebelote
        ^non|nan pas|non|celui|l|le|la|plutot|plutot
        ^pas celui|celle|ca|ce|celui-la
        ^ca|cela a marche|fonctionne|aide|suffi
        ^ca|cela n? a|marche|fonctionne rien|toujours|encore? pas
        ^marche|fonctionne
        est|sont|c|va|maintenant mieux|bien|parfait maintenant? mais|par|sauf
        sont|est|c encore|toujours trop|pas|casse|la|faux
        encore|toujours trop|pas
        ca|cela recommence|revient|remarche|replante
        est|sont revenu|revenue|revenus|revenues|reapparu|reapparue
        la|avec le|la meme erreur|message|probleme
        marchait|fonctionnait tres|bien|avant|hier|parfaitement|nickel|encore
        est passe quoi
        est|sont|va plus|mieux __ maintenant? mais
        maintenant mais
        merci __ mais|maintenant
        ^c est? resolu|regle|repare
    """,
    "still": """
        ^l|le|la|les|ca|cela|mon|ma|notre|on|j|il|elle __ toujours
        ^l|le|la|les|ca|cela|mon|ma|notre|on|j|il|elle __ encore
        ^l|le|la|les|ca|cela __ a|de nouveau
    """,
    "wish": """
        assure|assurer|verifie|verifier|doit|doivent|devrait
    """,
    "report": """
        ^c est? fait|merge|deploye|bon|installe|fusionne $
        ^j ai deja|tout|bien? merge|fusionne|deploye|redemarre|pousse|installe|cree|fait|teste|relance|approuve|valide|fini
        ^fait|merge|fusionne|deploye|redemarre|installe|approuve $
        pr|branche|mr|build est|a|ete merge|mergee|fusionnee|fusionne|approuvee|ete|deployee|validee
        ^j l|ai ai? teste|essaye|verifie|mis|relance|lance
        ^teste|essaye|verifie sur|avec
        voici|voila __ tu|vous|demande|demandee|demandes
    """,
    "broke": """
        claude|codex|gemini|cursor|agent s est arrete|bloque|interrompu|coupe
        TALK|claude|cursor|terminal|fenetre|ordinateur|pc s|a|est|avait est? plante|coupe|coupee|ferme|fermee|interrompue|arretee|redemarre|deconnecte
        c|ca est? coupe|plante
        c|j|nous|je est|ai|sommes|suis ouvert|demarre|commence|dans|une|sur? une|un nouvelle|nouveau|autre TALK|fenetre
        plus|assez|fini de|le contexte|tokens
        TALK|fenetre|terminal perdu|perdue|coupe|coupee|ferme|fermee|plante|plantee
        contexte|session|fenetre plein|pleine|sature|saturee
    """,
    "fresh": """
        recommence|recommencons|reprends|reprenons depuis|au|du le? debut|zero
        nouvelles bases
        repars|repartons|repartir|recommence|recommencons|recommencer|reprends|reprenons|demarre|demarrons|commence|commencons|pars|partons de|a|depuis|du|sur|tout zero|debut|nouvelles|neuf|base|une|propre
        recommence|recommencons|recommencer tout
        ignore|ignorer|ignorons|ignorez|oublie|oublier|oublions|oubliez|ecarte|ecarter|laisse|mets|sans|fais _ tout|historique|precedent|precedente|precedents|precedentes|precedemment|contexte|memoire|conversation|conversations|avant|fait|dit|passe|sessions|session|abstraction|table|tomber
        n|ne|pas utilise|lis|charge|regarde|consulte|besoin|utilisez|cherche|utiliser|va|tiens pas|de|d|l|compte|lire|charger|regarder|consulter|utiliser? de|d|l|la|les|dans? _ historique|memoire|contexte|precedente|precedentes|sessions|conversations
        rien a voir
        sans rapport|lien avec
        change|changeons|changement|changer de? sujet
        autre|nouveau sujet
        fais|faisons table
        table rase
    """,
    "scratch": """
        !different|differente|differents|differentes|egal|egale|inferieur|superieur de|a zero
        projet|depot|repo nouveau|vierge|vide
        nouveau projet|depot|repo
    """,
    "howto": """
        ^en tant qu
        ^comment puis|peut|on|faire|fonctionne|dois|je|utiliser|eviter|ca|est|marche
        ^qu est ce que|qu c|un|une|le|la
        ^quelle|quel|quels|quelles est|sont la|le|les|l meilleure|meilleur|difference|differences|avantages
        ^pourquoi
        ^existe|y t|a|il
    """,
    "kept": """
        ne|n|pas|sans recommence|repars|reparte|recommencer|repartir|recommences pas? de|a|du|tout zero|debut?
        ne|n|pas|sans ignore|oublie|perds|ignorer|oublier|perdre pas?
        au lieu de recommencer|repartir
    """,
    "first": """
        ^d abord
        ^tout d abord
        ^premierement
        ^commence|commencez par
    """,
    "then": """
        et|, puis|ensuite
        ^puis|ensuite
    """,
    "after": """
        apres cela|ca|quoi|avoir
        ^deuxiemement
        une fois
    """,
    "finally": """
        ^enfin|finalement
        et|puis enfin|finalement
        a la fin
        pour finir|terminer
    """,
    "if": """
        si|quand|lorsque
    """,
    "scope": """
        tout|toute|ensemble|entier|entiere le|la|l|du|de? code|projet|depot|application|systeme|app|base
        tous|toutes les fichiers|modules|services|composants|endpoints|pages|tests
    """,
    "orchestrate": """
        orchestre|orchestrer|orchestrez|coordonne|coordonner|coordonnez
    """,
    "team": """
        equipe d agents
        une equipe
        sous-agents|subagents|multi-agents
        en parallele
        plusieurs agents
    """,
    "large": """
        refactorise|refactoriser|refactore|refactorisation|refactoring|migre|migrer|migration|reconcois|reecris|reecrire|restructure|restructurer|integre|integrer|refonte
    """,
}
