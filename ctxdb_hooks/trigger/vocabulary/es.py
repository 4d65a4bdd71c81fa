"""Spanish, accents folded away. Marks and pattern language: see `vocabulary/__init__.py` and `patterns.py`. Hot."""

FILLERS = frozenset(
    "ok vale bueno bien hola buenas buenos dias perfecto genial por favor porfa ahora si y puedes podrias podemos quiero "
    "necesito me vamos a que listo entonces gracias claro excelente venga pues quisiera".split()
)
AHEAD = frozenset(
    "si ok okay vale dale adelante procede proceda procedamos continua continue continuar continuemos sigue siga sigamos seguir perfecto "
    "hazlo hagamoslo haz ambos ambas las dos los todo todos todas eso esa ese esta de acuerdo perfecto correcto exacto claro "
    "confirmo confirmado confirmada apruebo aprobado aprobada listo hecho la el opcion primera segunda tercera primero segundo a b c "
    "con y por favor gracias venga bien muy me parece suena genial mergeado fusionado otra vez intenta intentalo nuevo "
    "ya empieza empecemos ahora tambien lo que propones que puedes puede empezar comenzar arranca".split()
)
AHEAD_CORE = frozenset(
    "si ok okay vale dale adelante procede proceda procedamos continua continue continuar continuemos sigue siga sigamos seguir "
    "hazlo hagamoslo perfecto ambos ambas acuerdo correcto exacto confirmo confirmado apruebo aprobado opcion mergeado fusionado "
    "intentalo vez venga empezar empieza empecemos comenzar arranca".split()
)
CLASSES = {
    "PRODUCT": (
        "lista listado aparece aparecen muestran muestre mostrado comando modulo usuario usuarios boton botones pagina paginas endpoint endpoints api componente componentes tabla "
        "columna base redis cookie cookies cache navegador login token tokens jwt cliente clientes pantalla "
        "modal formulario menu css html sql mysql vista guarda guardar almacena almacenar muestra mostrar "
        "borra borrar elimina eliminar servicio chatbot whatsapp fuga funcionalidad "
    ),
    "DENIALS": "no sin nunca tampoco nada ni evita evitar",
    "TIES": "claude codex nuestra nuestro nuestras nuestros tu tus mi hablamos hicimos vimos quedamos dejamos nos",
    "TALK": "sesion sesiones conversacion conversaciones charla charlas chat chats hilo",
    "PREV": "antigua antiguas antiguo antiguos vieja viejas viejo viejos anterior anteriores pasada pasado pasadas pasados previa previas previo previos ultima ultimo ultimas ultimos",
    "DIDWE": "elegimos diste pusiste mostraste montaste preparaste resolvimos terminamos acabamos rompimos usamos probado usaste probamos pusimos hicimos hablamos dejamos quedamos acordamos decidimos vimos creamos implementamos arreglamos corregimos "
    "discutimos comentamos planeamos planificamos definimos terminamos empezamos estabamos estuvimos trabajamos probamos "
    "cambiamos agregamos anadimos modificamos configuramos montamos disenamos escribimos quitamos solucionamos resolvimos "
    "elegimos llegamos paramos avanzamos desarrollamos hiciste dijiste creaste propusiste sugeriste recomendaste implementaste "
    "cambiaste arreglaste corregiste mencionaste explicaste agregaste anadiste modificaste escribiste dejaste generaste "
    "prometiste teniamos habiamos ibamos ayudaste",
    "HEMOS": "hemos habiamos has habias",
    "LOOK": "lee leer leyendo revisa revisar revisando mira mirar busca buscar buscando consulta consultar consultando usa usar "
    "carga cargar carguemos recupera recuperar ve ver verifica verificar resume resumir resumeme repasa repasar comprueba "
    "comprobar recuerda recordar leete analiza analizar lea revise busque consulte mire cargue recupere",
    "EXEMPT": "existe consiste insiste resiste asiste persiste triste chiste contraste baste gaste arrastre ajuste este coste subsiste liste piste artiste leiste esiste viste miste paste waste taste haste poste dentiste",
    "NUMBERS": "uno una dos tres cuatro cinco seis siete ocho nueve diez varios varias unos unas pocos",
    "UNIT": "dia dias semana semanas mes meses noche noches",
}
PATTERNS = {
    "others": """
        cliente|clientes|usuario|usuarios|jefe|jefa|equipo|alguien|compañero|companero|companera|empresa
        !a gente
    """,
    "recall": """
        en|de|desde|durante|segun la|las|el|los|esa|ese|esta|este|una|un|mi|tu|nuestra|nuestro? TALK PREV
        en|de|desde|durante|segun la|las|el|los|mi|tu|nuestra|nuestro? PREV TALK
        nuestra|nuestras|nuestro|nuestros|mi|mis TALK PREV
        de|en|durante nuestra|nuestro|nuestras TALK sobre|de|con|acerca
        nuestra|nuestras|nuestro|nuestros|mi|mis PREV TALK
        en|de|desde otra|otro|otras|otros TALK
        en|de|desde la|el|las|los TALK de ayer|antes|anoche
        perdi|perdimos|perdiste|perdido|olvidaste|olvidado|olvidas|olvide|olvidando|perdiendo el|la|todo|nuestro|nuestra? _ contexto|conversacion|historial|hilo
        perdi|perdimos __ dias|semanas|horas de trabajo
        olvidaste|olvidado|olvidas|olvide lo que|donde|como
        no me? acuerdo|recuerdo de? lo|donde|como|que|cual|cuando|si|en que? _ DIDWE|hice|deje|estaba|iba|cambie|quede
        no me? acuerdo|recuerdo de? lo? que|donde|como DIDWE|HEMOS|hice|deje|estaba|iba|cambie|quede
        en tu|tus memoria|memorias|recuerdos
        DIDWE|hable|hablado ayer|anoche|anteayer
        conclusion|resultado|resultados de|del __ PREV
        en|de otra|otro ventana|pestana|terminal te|lo|le|me|hablamos|habiamos|hicimos|vimos|dijiste|pedi
    """,
    "vague": """
        la vez PREV
        la PREV|otra vez que
        la PREV vez
        te acuerdas|recuerdas|recordas|acordas
        recuerdas|recuerda|recuerdame|acuerdate|recordar|recuerdan lo? que|cuando|como|donde|donde|cual DIDWE|HEMOS|hice|deje
        como|segun|tal lo? que? ya? DIDWE|acordado|hablado|comentado|discutido|planeado
        como ya? habiamos|hemos acordado|hablado|dicho|comentado|quedado|decidido|discutido
        que DIDWE
        por que DIDWE|elegimos|HEMOS
        que|lo me|nos? diste|hiciste|dejaste|mostraste
        que HEMOS|habiamos hecho|hablado|decidido|acordado|visto|trabajado|cambiado
        lo que ya? DIDWE
        lo que ya? HEMOS|habiamos hecho|hablado|decidido|acordado|empezado|visto|comentado|construido
        en que DIDWE
        anteriormente DIDWE
        al final|finalmente DIDWE|lo
        DIDWE antes|anteriormente|previamente
        como|donde|cuando|por HEMOS|habiamos|que? habiamos|HEMOS *ado|*ido|hecho|puesto|dicho|resuelto
        no lo|la|los|las? habiamos|HEMOS
        que|lo acordamos|decidimos|quedamos|definimos|discutimos
        por que era que|no? _ *amos|*imos
        por que no? *amos|*imos
    """,
    "ours": """
        HEMOS|habiamos|hemos ya|todo|todas|las|los? *ado|*ido|hecho|visto|dicho|escrito|puesto|resuelto
        *abamos|*iamos
        hicimos|hablamos|dejamos|quedamos|acordamos|decidimos|vimos|creamos|implementamos|arreglamos|corregimos|discutimos|definimos|terminamos|empezamos|trabajamos|probamos|cambiamos|agregamos|configuramos|migramos
        me? hiciste|dijiste|creaste|propusiste|sugeriste|recomendaste|implementaste|cambiaste|arreglaste|mencionaste|explicaste|agregaste|escribiste|dejaste|generaste|prometiste
        *aste|*iste
        por que|como|donde *aste|*iste
        como ya? te|le|lo? dije|explique|comente|mencione
        estabas|ibas|tenias|habias *ando|*iendo|*ado|*ido
    """,
    "past": """
        ayer
        anoche
        anteayer
        antier
        el otro dia
        el|este lunes|martes|miercoles|jueves|viernes|sabado|domingo
        la semana pasada|anterior
        el mes|fin|lunes|martes|miercoles|jueves|viernes|sabado|domingo pasado|anterior
        hace #|algunos|algunas|un|una|par|muchos de? UNIT
        UNIT atras
        dias de trabajo
        esta manana
    """,
    "wedid": """
        DIDWE
        HEMOS _ hecho|hablado|visto|cambiado|arreglado|creado|implementado|dicho|trabajado|decidido
        trabajo|trabajos|cambios|avances realizados|hechos|hecho|realizado
        mis|mi|nuestros cambios|trabajo
        nuestro|nuestra|nuestros|nuestras|el|los plan|trabajo|cambios|decision|progreso|avance|avances
        la ia|claude|codex|gemini|agente|asistente hizo|creo|cambio|dejo|dijo|propuso|implemento
        funcionaba|funcionando|andaba
        te|les|os dije|pedi|explique|mostre|mande|pase|comente|avise
        *amos|*imos|*emos
        *aste|*iste
        bug|error|problema|fallo|parpadeo __ otra|vez|nuevo|volvio|vuelve|aparece|aparecio|sale
        conclusion|conclusiones|resultado|resultados
        tarea|tareas
    """,
    "source": """
        historial de? del? nuestras|nuestra|mis|mi|las|la|los|tus|este|esta? TALK|prompts|sesion
        registro|registros|log|logs|transcripcion|transcripciones|notas de|del las|la|los|nuestra|nuestras? TALK
        TALK PREV|pasadas
        nuestra|nuestras|las|mis PREV TALK
        tu|tus memoria|memorias
        memoria|memorias del|de agente|claude|codex|cursor
        memory bank
        memory-bank
        banco de memoria
        notas|nota|documento de traspaso|relevo|handoff|continuidad
        contextdb
        specstory historial|conversaciones|chats|carpeta
        carpeta|historial|archivos|chats|archivo de? specstory|.specstory
        TALK donde|en la|el? que? *amos|*imos|te|me
    """,
    "look": """
        relee|releer|relea
        LOOK
        contexto
    """,
    "otheragent": """
        otro|otra|el|la agente|ia|sesion|instancia|modelo|asistente|desarrollador anterior|previo|previa
        otro|otra agente|ia|sesion|instancia|modelo|asistente|desarrollador ya? *io|*o|*aba|hizo|dejo|creo|cambio|implemento|empezo|trabajo|esta|estaba|ha|intento
        lo que hizo|dejo|implemento|ha el|la otro|otra|anterior
    """,
    "their": """
        sus cambios|arreglos|ideas
        su trabajo|codigo|plan|solucion
        ellos|ella|el hizo|hicieron|propuso|dejo
    """,
    "resume": """
        ^continua|continue|continuar|continuemos|continuamos|sigue|siga|sigamos|seguir|seguimos|prosigue|prosigamos|proseguir $
        ^continua|continue|continuar|continuemos|continuamos|prosigue|prosigamos|proseguir|sigue|siga|sigamos|seguimos|seguir con|desde|donde|a|en|el|la|lo|los|las|por|desarrollando|trabajando|implementando|y|adelante|trabajo|nuestra|nuestro|haciendo|de|avanzando
        ^retoma|retomar|retomemos|retomamos|retomando|reanuda|reanudar|reanudemos|reanudamos|recomencemos
        ^volvamos|volver|vuelve|volvemos a|al
        ^sigue|sigamos|continua|continuemos adelante
        ^procede|proceda|procedamos|procedemos $
        ^procede|proceda|procedamos|procedemos con|a
        ^termina|terminar|terminemos|acaba|acabar|acabemos|completa|completemos lo|el|la que|resto|demas|pendiente|faltaba|falta|trabajo
        donde|adonde lo? nos? dejamos|quedamos|dejaste|quedaste|estabamos|deje|quede|paramos|ibamos|paraste|detuvimos
        en que nos? quedamos|estabamos|ibamos|quede
        no _ terminamos|acabamos|completamos|pudimos
        donde|desde lo? habiamos|habia dejado|quedado
        lo que estabamos|estaba|ibamos|dejamos|quedo|faltaba|falto|empezamos|tenemos|habia
        estabamos|ibamos|veniamos *ando|*iendo|en|a|por
        estaba trabajando|haciendo|implementando|en|desarrollando
        ^sigo|seguimos con
        quedo|quedado|quedaron pendiente|pendientes|a|sin medias?
        ^pasemos|pasa|vamos|avancemos|avanza|sigamos a|al|con|hacia el|la|lo? siguiente|proximo|proxima
        ^ya? volvi|regrese
        ^ya estoy de vuelta
    """,
    "numbered": """
        fase|paso|etapa|hito|sprint|parte #
        siguiente|proxima|proximo|ultima|ultimo|segunda|segundo|tercera fase|paso|etapa|hito|tarea|sprint|punto
        lo siguiente $
        ^la? opcion|alternativa #
        usa|elige|elijo|prefiero|con la opcion|alternativa #
        la|el|tu segunda|primera|tercera|segundo|primer opcion|propuesta|sugerencia|enfoque
        ^haz|hagamos la|el|los|las? # y
    """,
    "bare": """
        ^pero
        ^tambien
        ^mejor
        ^arreglalo|hazlo|deshazlo|reviertelo|cambialo|borralo|pruebalo|ejecutalo|actualizalo|subelo|mergealo|corrigelo|terminalo|acabalo|explicalo|quitalo
        eso|ese|esa $
        ^y __ $
        ^deshacer|deshaz|revertir $
    """,
    "status": """
        que|cual sigue|falta|queda|quedaba|quedo|faltaba|faltan|quedan|tenemos|hay por|pendiente|pendientes|ahora|$
        que sigue|falta|queda
        que nos|me falta|queda|faltaba|quedaba|toca
        cual|cuales es|son|era|eran el|la|los|las proximo|siguiente|proxima|pendientes|pendiente|estado
        en|por que? donde|punto|estado|paso|fase|parte estamos|ibamos|vamos|quedamos|estabamos
        en que estabamos|estamos|ibamos
        como vamos|va|quedo|quedamos|ibamos
        donde estamos|estabamos|ibamos|quedamos|nos
        ponme|ponte|pongame al dia|corriente|tanto
        resumen|resume|resumeme de? lo|nuestra|nuestros|nuestras|nuestro|donde|que|todo que|lo? hemos|hicimos|sesion|trabajo|llevamos|trabajado|avance|avances|progreso|sesiones
        que|cuales tareas|cosas|puntos|pasos|temas __ pendientes|faltan|quedan|falta|siguen
        cual|cuales es|son el|los|la|las proximo|proximos|siguiente|siguientes
        estado actual|del del? proyecto|trabajo|desarrollo
        recuerdame|recordame
        que sabes|recuerdas del|de|sobre
        ya DIDWE
        tareas|cosas pendientes
        que debemos|deberiamos|hacemos|tenemos|debo|hago ahora|hacer|que? _ $
        como vamos|va|vas
        que queda|falta
        resumen de como|donde|que|lo
        resumen de como|donde|que|lo|cuanto
        ^hazme|haz|dame|da un resumen|recap|repaso _ de como|donde|lo|que
    """,
    "anaphor": """
        ^implementa|ejecuta|aplica|termina|completa|revisa|sube|actualiza|haz|mergea|fusiona|revierte|deshaz el|la|los|las|ese|esos|esas|esa|ese|tu|tus plan|cambios|cambio|arreglo|propuesta|sugerencias|sugerencia|recomendaciones|resto|refactor|refactorizacion|migracion
        nuestro|nuestra|nuestros|tu|tus PREV? plan|cambios|cambio|propuesta|sugerencia|sugerencias|recomendacion|recomendaciones|enfoque|decision|avance|progreso
        el|la|los|las plan|cambio|cambios|arreglo|tarea|tareas|error|bug|problema|propuesta|solucion PREV|pendiente|pendientes|restantes|restante
        el resto
        lo pendiente
        lo|los|las|la demas|restante|restantes|pendiente|pendientes
        que me? dijiste|propusiste|sugeriste|recomendaste|mencionaste|creaste|hiciste|implementaste|ibas
        lo que me? dijiste|propusiste|sugeriste|recomendaste|mencionaste|hiciste|ibas
        esos|esas|aquello|aquel|aquella $
        ese|esa|aquel|aquella bug|error|problema|tarea|idea|funcionalidad|fallo|cambio
        lo mismo de|que siempre|antes|ayer|antes|la|con|hicimos
        igual que antes|la|ayer
        como antes|siempre
        ^haz|aplica|hacer|repite|repetir lo mismo con|en|para
        ^corrige|arregla|termina|completa|haz __ que faltan|faltaban|quedan|quedaron
        ^corrige|arregla|termina|completa|haz|cambia __ restantes|pendientes|demas
        ^deshaz|revierte|quita|anula|revertir|deshacer lo|todo|todos|todas|los|las _ que|cambios|sesion
        ^sobre|respecto|en lo|el|la|a de|la|el|lo
        lo|he pense|pensado
        como estaba|estaban|era|eran|antes
        como|lo|que tu? recomiendas|sugieres|propones|aconsejas
    """,
    "again": """
        ^sigue|siguen|continua sin|igual|fallando|dando|apareciendo|el|roto|mal|saliendo|pasando|habiendo
        ^aun|todavia no|falla|sigue|sale|aparece
        ^el? mismo error|problema|fallo
        ^eso|esto|ya no|sigue funciona|funciono|va|anda|sin
        ^no funciona|funciono|va|anda|sirvio|sirve $
        ^ya? funciona|funciono|quedo|esta $
        otra vez|nuevamente $
        volvio|vuelve a fallar|pasar|aparecer|romperse
        ^de nuevo
        ^no ese|esa|eso|asi|era|no|el|la
        ^ese|esa|eso no
        ^ya? funciono|funciona|sirvio|resulto|quedo|salio
        quedo|esta|estan|va|ahora mucho|ya? mejor|bien|perfecto pero|aunque|ahora
        mejor|bien pero|aunque
        siguen|sigue|continua|continuan muy|sin|igual|dando|fallando|saliendo|apareciendo|mal|el|demasiado|roto|rota
        !que todavia|aun esta|estan|sale|da|falla
        volvio|volvieron a
        otra vez|nuevamente aparece|sale|falla|da
        ^otra vez|nuevamente
        el|con mismo error|problema|mensaje|fallo
        andaba|funcionaba|iba bien|perfecto|antes|ayer
        que paso $
        va|esta|estan|quedo|se mas|mejor|ahora __ pero
        gracias __ pero|ahora
        ^ya? quedo resuelto|listo|arreglado
    """,
    "still": """
        ^el|la|los|las|mi|nuestro|nuestra|esto|eso|me|no __ sigue|siguen
        ^el|la|los|las|mi|nuestro|nuestra|esto|eso|me|no __ todavia|aun
        ^el|la|los|las|me|se|no __ otra|de vez|nuevo
    """,
    "wish": """
        asegura|asegurate|revisa|verifica|comprueba|debe|deben|deberia
    """,
    "report": """
        ^ya? lo|la|los|las? he|hemos mergeado|fusionado|desplegado|reiniciado|subido|instalado|creado|hecho|probado|revisado|ejecutado|aprobado
        ^ya lo|la|los? mergee|fusione|desplegue|reinicie|subi|instale|cree|hice|probe|revise|ejecute|hicimos|aprobe
        ^hecho|mergeado|fusionado|desplegado|reiniciado|instalado|aprobado
        pr|rama|mr|build ya? esta|fue|quedo|ha mergeado|fusionado|aprobado|desplegado|mergeada|fusionada|sido
        ^ya? lo|la probe|teste|ejecute|corri|revise|verifique
        ^ya puse|configure|agregue|cambie|instale|corri|ejecute|hice|subi
    """,
    "broke": """
        se me? cerro|corto|colgo|cayo|reinicio|interrumpio|acabo|lleno|apago el|la|los? _ TALK|terminal|contexto|ventana|tokens|ordenador|pc|computadora|luz|internet|cursor|claude
        claude|codex|gemini|cursor|agente se quedo|paro|detuvo
        TALK|claude|cursor|terminal se cerro|corto|colgo|cayo|interrumpio|reinicio
        esta|este|es|abri|abro|empece|inicie|estoy es|en|un|una? un|una? nueva|nuevo|otro|otra TALK|ventana nuevo|nueva?
    """,
    "fresh": """
        empieza|empezar|empecemos|empezamos|comienza|comenzar|comencemos|iniciar|inicia|arranca|arrancar|reinicia de|desde cero|nuevo|limpio
        borron y cuenta
        ignora|ignorar|ignorando|ignoremos|olvida|olvidate|olvidar|olvidemos|descarta|descartar|descartemos|omite|sin _ todo|historial|anterior|anteriores|anteriormente|previo|previa|previas|contexto|memoria|hablamos|conversacion|conversaciones|antes|hicimos|pasado|memorias|sesiones|sesion
        no uses|usar|leas|cargues|mires|consultes|revises|tengas|hace|necesitas|necesito|utilices|busques|recurras falta|en|que|leer|cargar|cuenta|mirar|consultar? _ historial|memoria|contexto|anterior|anteriores|sesiones|memorias|conversaciones
        nada que ver con
        no tiene|tienen que ver con lo|la|el|las
        sin relacion con|a
        cambio|cambiemos|cambiando de tema
        otro|nuevo tema
        tema nuevo|distinto|aparte
    """,
    "scratch": """
        !distinto|distinta|diferente|diferentes|distintos desde|de cero
        proyecto|repositorio|repo nuevo|vacio
        nuevo proyecto|repositorio|repo
    """,
    "howto": """
        ^como|soy un|una? usuario|cliente|administrador|desarrollador|visitante quiero|necesito|puedo
        ^como puedo|se|puede|podria|hago|hacer|funciona|debo|deberia|uso|logro|evito
        ^que es|son|significa|diferencia|hace
        ^cual|cuales es|son la|el|las|los mejor|mejores|diferencia|diferencias|ventajas
        ^por que
        ^existe|hay|es|sirve
    """,
    "kept": """
        no|sin empieces|empezar|empecemos|comiences|comenzar|reinicies|reinventar de|desde cero|nuevo
        no|sin ignores|olvides|pierdas|descartes|ignorar|olvidar|perder
        en vez|lugar de empezar|comenzar
    """,
    "first": """
        ^primero|primeramente
        ^empieza|empieza|comienza por|con
    """,
    "then": """
        y|, luego|despues
        ^luego|despues
    """,
    "after": """
        despues|luego de eso|esto|que
        ^posteriormente|segundo
        una vez que|terminado|hecho
    """,
    "finally": """
        ^finalmente|final
        por ultimo
        al final
    """,
    "if": """
        si|cuando
    """,
    "scope": """
        todo|toda el|la codigo|proyecto|repositorio|aplicacion|sistema|app|base
        todos|todas los|las archivos|modulos|servicios|componentes|endpoints|paginas|tests|ficheros
    """,
    "orchestrate": """
        orquesta|orquestar|coordina|coordinar
    """,
    "team": """
        equipo de? agentes
        un equipo
        subagentes|sub-agentes|multiagente
        en paralelo
        varios|multiples agentes
    """,
    "large": """
        refactoriza|refactorizar|refactorizacion|migra|migrar|migracion|redisena|redisenar|reescribe|reescribir|reestructura|reestructurar|integra|integrar
    """,
}
