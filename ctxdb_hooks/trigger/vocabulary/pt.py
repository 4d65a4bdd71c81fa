"""Portuguese, of Brazil and Portugal, accents folded away. See `vocabulary/__init__.py` and `patterns.py`. Hot."""

FILLERS = frozenset(
    "ok certo bom boa bem oi ola e ai dia tarde noite perfeito otimo por favor pfv agora sim voce vc pode poderia podes podemos "
    "quero preciso gostaria de vamos a que pronto entao obrigado obrigada claro legal beleza blz tudo".split()
)
AHEAD = frozenset(
    "sim ok okay certo claro pode poder podes fazer seguir prosseguir continuar continua continue continuemos siga segue sigamos prossiga "
    "prossegue prossigamos avance avanca avancar em frente adiante manda ver bora vamos vai faca faz isso esse essa este esta ambos ambas "
    "os as dois duas todos todas tudo concordo correto exato exatamente confirmo confirmado confirmada aprovo aprovado aprovada "
    "feito pronto a o opcao primeira segunda terceira primeiro segundo b c com e por favor obrigado obrigada perfeito otimo bem "
    "mergeado mesclado de novo novamente tente tenta outra vez agora tambem ja comece comecar la beleza blz parece bom boa fechado "
    "combinado".split()
)
AHEAD_CORE = frozenset(
    "sim ok okay certo seguir prosseguir continuar continua continue continuemos siga segue sigamos prossiga prossegue prossigamos "
    "avance avanca avancar frente adiante manda bora faca faz ambos ambas concordo correto exato exatamente confirmo confirmado "
    "aprovo aprovado opcao mergeado mesclado novo novamente fechado combinado pode beleza".split()
)
CLASSES = {
    "PRODUCT": (
        "lista listagem aparece aparecem mostre exibida exibidas comando modulo usuario usuarios utilizador utilizadores botao botoes pagina paginas endpoint endpoints api "
        "componente componentes tabela coluna banco redis cookie cookies cache navegador login token tokens "
        "jwt cliente clientes tela ecra modal formulario menu css html sql salva salvar guarda guardar "
        "armazena armazenar mostra mostrar exibe exibir apaga apagar servico chatbot whatsapp vazamento "
        "funcionalidade "
    ),
    "DENIALS": "nao sem nunca nem nada evite evitar tampouco",
    "TIES": "claude codex nossa nosso nossas nossos sua seu minha nos gente voce vc tua teu falamos fizemos",
    "TALK": "sessao sessoes conversa conversas chat chats papo bate-papo dialogo",
    "PREV": "antigo antigos velha velhas anterior anteriores passada passado passadas passados previa previas previo ultima ultimo ultimas ultimos antiga antigas",
    "DIDWE": "escolhemos quebramos usamos terminamos tentamos tentado fizemos falamos conversamos paramos deixamos ficamos combinamos decidimos vimos criamos implementamos corrigimos "
    "discutimos comentamos planejamos planeamos definimos terminamos comecamos estavamos trabalhamos testamos mudamos alteramos "
    "adicionamos modificamos configuramos montamos escrevemos removemos resolvemos escolhemos chegamos desenvolvemos arrumamos "
    "fizeste disseste criaste sugeriste propuseste tinhamos iamos ajudou ajudaste acordamos concluimos acertamos",
    "YOU": "voce vc tu",
    "DIDYOU": "fez disse criou sugeriu propos recomendou implementou mudou corrigiu mencionou explicou adicionou alterou escreveu "
    "deixou gerou prometeu falou ajudou",
    "LOOK": "acha ache achar encontra encontre le ler leia lendo revise revisar revisa olhe olha olhar veja ver busque buscar busca procure procurar procura "
    "consulte consultar consulta use usar carregue carregar recupere recuperar verifique verificar resuma resumir resume "
    "reveja rever lembre lembrar analise analisar confira conferir leias",
    "EXEMPT": "ou sou vou estou dou meu seu teu eu museu pneu viu",
    "NUMBERS": "um uma dois duas tres quatro cinco seis sete oito nove dez alguns algumas varios varias uns umas",
    "UNIT": "dia dias semana semanas mes meses noite noites",
}
PATTERNS = {
    "others": """
        cliente|clientes|usuario|usuarios|utilizador|utilizadores|chefe|equipe|equipa|alguem|pessoal|time|colega|empresa
    """,
    "recall": """
        na|da|nas|das|no|do|nos|dos|desde|durante|nossa|nossas|minha|minhas|nosso|nossos|numa nossa|minha|sua? TALK PREV
        na|da|nas|das|no|do|nossa|nossas|nosso|nossos|minha|minhas|durante nossa|minha|sua? PREV TALK
        da|na|durante|nas|das nossa|nosso|nossas TALK sobre|de|com
        em|de|noutra|noutro|da|na|do|no outra|outro|outras|outros? TALK _ PREV|ontem|antes
        em|de|da|na|do|no outra|outro|outras TALK
        noutra|noutro|doutra TALK
        na|da|nas|das|no|do|nossa TALK de ontem|antes|anteontem
        perdi|perdemos|perdeu|perdido|esqueceu|esqueceste|esquecido|esqueci o|a|todo|nosso|nossa? _ contexto|conversa|historico
        perdi|perdemos __ dias|semanas|horas de trabalho
        esqueceu|esqueceste|esqueci o|do que|onde|como
        nao me? lembro|recordo mais? do|o|onde|como|de|quando|se|qual _ DIDWE|fiz|parei|estava|mudei|deixei|fiquei
        na|nas|em? sua|tua|suas|tuas memoria|memorias
        DIDWE|falei|falamos _ ontem|anteontem
        conclusao|resultado|resultados de|do|da __ PREV
        em|de|na|noutra outra|outro? janela|aba|terminal eu|te|a|nos|voce|vc|falamos|fizemos
    """,
    "vague": """
        a|da|na vez PREV
        por que nos|a? gente? DIDWE|escolhemos|escolheu
        da|na outra vez
        YOU? ainda? lembra|lembras|recorda|recordas se? de|do|da|que|o|quando|como|onde|se|dos|das|daquele|daquela
        lembra|lembras $
        como|conforme|segundo a|o|ja? gente? DIDWE|combinado|conversado|discutido|acordado|planejado
        como ja? tinhamos|haviamos|temos combinado|falado|conversado|decidido|discutido|acordado|visto
        o? que nos|a|ja? gente? DIDWE
        o? que a gente fez|falou|combinou|decidiu|fazia|estava|discutiu|mudou|criou
        o que nos? ja? tinhamos|haviamos|temos feito|falado|combinado|decidido|visto|comecado
        anteriormente|antes nos|a|ja? gente? DIDWE
        chegamos|chegou a resolver|terminar|decidir|corrigir|fazer
        no fim|final DIDWE
        DIDWE anteriormente|antes|previamente
        em que DIDWE
        como|onde|quando|que a gente *ou|*eu|*iu|tinha|fez
        o que a gente tinha|tava|estava|tem *ado|*ido|feito|visto
        como|onde|quando nos? DIDWE
        a gente ja? nao? ja? tinha|corrigiu|arrumou|resolveu
        que nos|a|gente? combinamos|decidimos|definimos|acordamos|discutimos|combinou
    """,
    "ours": """
        tinhamos|haviamos|temos ja|tudo|todas|as|os? *ado|*ido|feito|visto|dito|escrito|posto|combinado
        estavamos|tinhamos
        nos|a|ja gente? ja? fizemos|falamos|combinamos|decidimos|vimos|criamos|implementamos|corrigimos|discutimos|definimos|terminamos|comecamos|trabalhamos|testamos|mudamos|adicionamos|configuramos|migramos
        fizemos|combinamos|conversamos
        a gente ja|tinha|estava|tava? fez|falou|combinou|decidiu|criou|mudou|implementou|corrigiu|fazendo|feito|combinado
        YOU ja|me|tinha? me? DIDYOU|*ou|*eu|*iu
        disseste|fizeste|criaste|sugeriste|propuseste
        a gente ja|nao|tinha|estava|tava|ja? tinha|tava? *ou|*eu|*iu|*ado|*ido|feito|visto|posto|falado
        por que voce|vc|tu|foi
        como eu? ja? te|lhe? disse|falei|expliquei|mencionei
        voce|vc|tu estava|estavas|tava _ *ando|*endo|*indo
    """,
    "past": """
        ontem
        anteontem
        outro dia
        na segunda|terca|quarta|quinta|sexta
        no sabado|domingo
        no|na outro|outra dia|semana
        semana|mes|segunda|terca|quarta|quinta|sexta|sabado|domingo|feira passada|passado|anterior
        ha|faz|tem #|uns|umas UNIT
        ha|faz uns|umas|alguns|algumas|poucos|poucas|muitos UNIT
        UNIT atras
        dias de trabalho
        hoje de manha|cedo
        esta manha
    """,
    "wedid": """
        DIDWE
        a gente _ fez|falou|tinha|estava|mudou|criou|decidiu|combinou|discutiu|arrumou|corrigiu|implementou|deixou|parou
        YOU ja? tinha|havia|tinhas? DIDYOU|feito|dito|criado|corrigido|mudado
        trabalho|mudancas|alteracoes feito|feitas|realizado|realizadas
        minhas|nossas|meu|meus mudancas|alteracoes|trabalho
        nosso|nossa|nossos|nossas|o|as plano|trabalho|mudancas|alteracoes|decisao|progresso|avanco
        a? ia|claude|codex|gemini|agente|assistente fez|criou|mudou|deixou|disse|propos|implementou
        funcionava|funcionando
        te|lhe|ja? disse|pedi|expliquei|mostrei|mandei|falei|avisei
        eu te|ja|lhe
        a gente _ *ou|*eu|*iu
        *amos|*emos|*imos
        bug|erro|problema|falha __ voltou|volta|novo|apareceu|reapareceu
        conclusao|conclusoes|resultado|resultados
        tarefa|tarefas
    """,
    "source": """
        historico de|da|do|das|dos nossas|nossa|minhas|minha|suas? TALK|prompts
        registro|registros|log|logs|transcricao|transcricoes|notas|anotacoes de|da|das|do nossas|nossa|minhas? TALK
        TALK PREV
        nossa|nossas|as|minhas PREV TALK
        sua|tua|suas|tuas memoria|memorias
        memoria|memorias do|da|de agente|claude|codex|cursor|ia
        memory bank
        memory-bank
        banco de memoria
        notas|nota|documento de passagem|handoff|transicao|continuidade
        contextdb
        pasta|historico|arquivos|chats do|da|de|.? specstory|.specstory
        TALK em|onde que? a|nos|eu gente?
    """,
    "look": """
        LOOK
        contexto
    """,
    "otheragent": """
        agente|ia|sessao|instancia|modelo|assistente|desenvolvedor anterior|previo|previa
        outro|outra agente|ia|sessao|instancia|modelo|assistente|desenvolvedor ja? *eu|*ou|*iu|fez|deixou|criou|mudou|implementou|comecou|trabalhou|esta|estava|tentou|ja
        o que o|a outro|outra|anterior
    """,
    "their": """
        as? suas|dele mudancas|alteracoes|ideias|correcoes
        seu trabalho|codigo|plano
        dele|dela|deles
    """,
    "resume": """
        ^continua|continue|continuar|continuemos|continuamos|siga|segue|sigamos|seguir|seguimos|prossiga|prossegue|prosseguir|prossigamos $
        ^continua|continue|continuar|continuemos|continuamos|siga|segue|sigamos|seguir|prossiga|prossegue|prosseguir|prossigamos com|de|do|da|onde|a|o|as|os|no|na|em|daqui|desenvolvendo|trabalhando|implementando|e|trabalho|nosso|nossa|fazendo|aquilo|aquele|aquela
        ^retoma|retome|retomar|retomemos|retomamos|retomando
        ^volta|volte|voltar|voltemos|voltando|voltamos ao|a|para|pro
        ^procede|proceda|proceder|procedamos $
        ^procede|proceda|proceder|procedamos com
        ^termina|termine|terminar|terminemos|acaba|acabe|acabar|conclui|conclua|concluir|completa|complete|finaliza|finalize o|a que|resto|restante|trabalho|faltava|falta|pendente
        onde nos|eu? paramos|parei|parado|ficamos|fiquei|deixamos|deixei|estavamos|paraste
        onde a|voce|vc gente? parou|ficou|estava|deixou
        nao __ terminamos|acabamos|concluimos|conseguimos
        em que ponto? paramos|ficamos|estavamos|parei
        o que nos|a? gente? estavamos|estava|iamos|ficou|faltava|faltou|comecamos
        estavamos|estava|iamos trabalhando|fazendo|implementando|a|no|na|desenvolvendo
        ficou|ficaram pendente|pendentes|faltando|por|pela metade?
        ^vamos|passa|passe|passar|passemos|avanca|avance|avancar|avancemos|segue|siga para|pra|ao|com o|a? proximo|proxima|seguinte
        ^da|dar|dando|de|demos continuidade|sequencia
        dar|dando continuidade|sequencia
        ^ja? voltei
        ^estou de volta
    """,
    "numbered": """
        fase|passo|etapa|marco|sprint|parte #
        proxima|proximo|ultima|ultimo|segunda|segundo|terceira fase|passo|etapa|marco|tarefa|sprint|ponto
        fase|passo|etapa|tarefa|sprint seguinte
        ^a? opcao|alternativa #
        use|escolho|prefiro|com a? opcao|alternativa #
        a|o|sua|tua segunda|primeira|terceira|segundo|primeiro opcao|proposta|sugestao|abordagem
        proximo|proximos item|itens
        ^faz|faca|faze a|o|as|os? # e
    """,
    "bare": """
        ^mas
        ^tambem
        ^corrige|corrija|arruma|arrume|faz|faca|conserta|conserte|desfaz|reverte|testa|teste|roda|rode|apaga|muda|explica|explique isso|esse|essa|ele|ela|agora? $
        esse|essa|isso $
        ^e __ $
        ^desfaz|desfazer|reverte $
    """,
    "status": """
        o? que falta|faltava|resta|sobrou|ficou|vem|temos para|pra|fazer|pendente|faltando|agora|a|$
        o que falta|resta|vem
        o? que ainda? nos|me falta|resta
        ^como estamos|vamos|andamos $
        qual|quais e|sao|era|eram o|a|os|as proximo|proxima|proximos|pendencias|pendentes|status|estado|situacao
        em que pe|ponto|estado|fase|etapa estamos|estavamos|ficamos|paramos|esta
        como estamos|vamos|ficou|ficamos|esta|anda $|o|a
        onde estamos|estavamos|ficamos
        me? coloca|coloque|poe|ponha|deixa|deixe|atualiza|atualize me? a|em|por|sobre|do par|dia|onde|que
        resumo|resuma|resume do|da|de|o|a nossa|nosso|onde|tudo
        resumo|resuma|resume do? o? que a|ja|foi|nos|fizemos|temos
        status|estado|situacao atual|do|da do? projeto|trabalho
        me? lembra|lembre|relembra|relembre me|o|de|do|onde
        o que voce|vc sabe|lembra
        ja DIDWE
        tarefas|coisas|pendencias pendentes|restantes
        proximos passos
        onde estamos|paramos|a
        o que ficou|falta|sobrou
        resumo de onde|como|o|tudo
        ^me? faz|faca|de|da me? um resumo|apanhado _ de|do onde|como|que
    """,
    "anaphor": """
        ^implementa|implemente|executa|execute|aplica|aplique|termina|termine|revisa|revise|sobe|suba|atualiza|atualize|faz|faca|reverte|reverta|desfaz|desfaca o|a|os|as|esse|esses|essas|essa|seu|suas plano|mudancas|alteracoes|correcao|proposta|sugestoes|sugestao|recomendacoes|resto|restante|refatoracao|migracao
        nosso|nossa|nossos|nossas|seu|sua|suas|teu|tua PREV? plano|mudanca|mudancas|alteracao|alteracoes|correcao|proposta|sugestao|sugestoes|recomendacao|recomendacoes|abordagem|decisao|progresso
        o|a|os|as plano|mudanca|mudancas|alteracoes|correcao|tarefa|tarefas|erro|bug|problema|proposta|solucao PREV|pendente|pendentes|restantes|restante
        o|os resto|restante|restantes
        YOU ja? DIDYOU
        que me? disse|propos|sugeriu|recomendou|mencionou|disseste|sugeriste
        aquilo|aquele|aquela
        esses|essas|disso $
        esse|essa bug|erro|problema|tarefa|ideia|funcionalidade|falha|mudanca
        a mesma coisa de|que|do sempre|antes|ontem
        igual antes|ontem|a|ao
        como antes|sempre
        ^faz|faca|aplica|aplique|repete|repita a|o mesma|mesmo coisa? com|em|nas|nos|na|no|para|pra|pras|pros
        ^corrige|corrija|arruma|termina|completa|faz __ que faltam|faltaram|sobraram|restam
        ^corrige|corrija|arruma|termina|completa|faz|muda __ restantes|pendentes
        ^desfaz|desfaca|reverte|reverta|tira|remove o|tudo|todas|todos|as|os? _ que|mudancas|alteracoes|sessao
        ^sobre|quanto|referente a|o|ao
        pensei|repensei melhor|nisso
        mudei de ideia
        como era|eram|estava|estavam|antes
        como|o voce|vc recomenda|sugere|propoe
    """,
    "again": """
        ^ainda nao|da|esta|falha|o|continua|aparece
        ^continua|continuam dando|falhando|o|sem|igual|quebrado|com|nao|aparecendo
        ^o? mesmo erro|problema
        ^isso|ainda nao|ainda funcionou|funciona|deu|adiantou|resolveu
        ^nao funcionou|funciona|deu|adiantou|resolveu certo? $
        ^funcionou|funciona $
        de|outra novo|vez $
        voltou a falhar|dar|acontecer|quebrar|aparecer
        ^novamente
        ^nao esse|essa|isso|assim|era|o|a|nao
        ^esse|essa|isso nao
        ^funcionou|funciona|deu|resolveu|consegui certo|tudo?
        melhorou|melhor|ficou|bom|boa|certo mas|so|melhor|bom mas?
        melhorou|melhoraram
        !que ainda esta|estao|ta|da|falha|aparece|muito
        continua|continuam muito|sem|igual|dando|falhando|errado|quebrado
        apareceu|aconteceu|quebrou|falhou|deu de|erro novo|de?
        bug|erro|problema __ voltou|reapareceu
        voltou $
        o|com mesmo erro|problema
        tava|estava|ia funcionando|bom|certo|ok|bem
        funcionava|rodava antes|ontem|bem|normal|direitinho
        o que aconteceu|houve $
        ta|esta|ficou|estao|ficaram mais|melhor|agora __ mas
        valeu|obrigado|obrigada __ mas|agora
        ^ja? resolveu|resolvido
    """,
    "still": """
        ^o|a|os|as|meu|minha|nosso|nossa|isso|isto|ele|ela __ ainda
        ^o|a|os|as|meu|minha|nosso|nossa|isso|isto|ele|ela __ continua|continuam
        ^o|a|os|as|ta|esta|deu|nao __ de|outra novo|vez
    """,
    "wish": """
        garanta|garantir|certifique|ve|verifica|verifique|deve|devem|deveria
    """,
    "report": """
        ^ja? eu? fiz|mergeei|mesclei|subi|instalei|reiniciei|criei|testei|revisei|rodei|executei|aprovei o|a? deploy|merge|pr|isso|$
        ^feito|mergeado|mesclado|reiniciado|instalado|aprovado
        pr|branch|mr|build ja? foi|esta|ficou mergeado|mesclado|aprovado|mergeada|mesclada|publicado
        ^ja? testei|rodei|executei|conferi|verifiquei no|na|em|o|a|aqui|e|isso
        ^ja? configurei|coloquei|adicionei as|os|a|o __ mas|continua|e
        ^segue a|o saida|resultado
    """,
    "broke": """
        claude|codex|gemini|cursor|agente parou|travou|caiu
        TALK|claude|cursor|terminal|janela|computador|pc fechou|caiu|travou|morreu|desligou|reiniciou|encerrou|acabou
        caiu|fechou|travou|acabou a|o|os|minha? TALK|terminal|internet|energia|luz|contexto|tokens|conexao
        esta|este|e|abri|comecei|iniciei|estou e|em|um|uma? um|uma? nova|novo|outra|outro TALK|janela
    """,
    "fresh": """
        comeca|comece|comecar|comecemos|inicia|inicie|iniciar|recomeca|recomece|recomecar|partir do|de|da zero|novo|inicio
        recomeca|recomece|recomecar tudo
        ignora|ignore|ignorar|ignorando|esquece|esqueca|esquecer|esquecamos|descarta|descarte|desconsidere|desconsidera|desconsiderar|sem _ tudo|historico|anterior|anteriores|anteriormente|previo|contexto|memoria|conversamos|conversa|conversas|falamos|antes|fizemos|passado|sessoes|sessao|memorias
        nao use|usa|usar|leia|carregue|olhe|consulte|precisa|preciso|busque|utilize|considere ler|carregar|olhar|consultar|de|o|a? _ historico|memoria|contexto|anterior|anteriores|sessoes|memorias|conversas
        nada a|que ver com
        nao tem|tenha nada? a|que ver com
        sem relacao com
        mudando|mudar|muda|mudemos de assunto|tema
        outro|novo assunto|tema
        assunto|tema novo|diferente
    """,
    "scratch": """
        !diferente|diferentes|distinto do|de zero
        projeto|repositorio|repo novo|vazio
        novo projeto|repositorio|repo
    """,
    "howto": """
        ^como um|uma? usuario|utilizador|cliente|administrador|visitante
        ^como posso|se|eu|faco|fazer|funciona|devo|usar|evitar|faz
        ^o? que e|sao|significa|faz
        ^qual|quais e|sao a|o|as|os melhor|melhores|diferenca|diferencas|vantagens
        ^por que|porque
        ^existe|ha|tem
    """,
    "kept": """
        nao|sem comece|comeces|comecar|recomece|reinicie do|de|tudo zero|novo?
        nao|sem ignore|esqueca|perca|descarte|ignorar|esquecer|perder
        em|ao vez|inves de comecar|recomecar
    """,
    "first": """
        ^primeiro|primeiramente
        ^comece|comeca por|com|pelo|pela
    """,
    "then": """
        e|, depois|entao|em seguida?
        ^depois|entao
    """,
    "after": """
        depois|apos disso|isso|que
        ^em seguida
        ^posteriormente|segundo
        quando terminar|acabar
    """,
    "finally": """
        ^finalmente
        por fim|ultimo
        no final
    """,
    "if": """
        se|quando|caso
    """,
    "scope": """
        todo|toda o|a codigo|projeto|repositorio|aplicacao|sistema|app|base
        todos|todas os|as arquivos|ficheiros|modulos|servicos|componentes|endpoints|paginas|testes
    """,
    "orchestrate": """
        orquestre|orquestra|orquestrar|coordene|coordena|coordenar
    """,
    "team": """
        equipe|equipa|time|grupo de agentes
        uma? equipe|equipa|time
        subagentes|sub-agentes|multiagente
        em paralelo
        varios|multiplos agentes
    """,
    "large": """
        refatore|refatora|refatorar|refatoracao|migre|migra|migrar|migracao|redesenhe|redesenhar|reescreva|reescreve|reescrever|reestruture|reestruturar|integre|integrar
    """,
}
