"""English. Marks and pattern language: see `vocabulary/__init__.py` and `patterns.py`. Hot."""

FILLERS = frozenset(
    "ok okay please pls plz now hi hey hello so yes yeah yep alright right well just lets let's good great perfect cool "
    "thanks can could would you will we i'd id like want need to us lets also great! sure then and morning".split()
)
AHEAD = frozenset(
    "yes yep yeah yup y ok okay sure go ahead proceed continue resume do it that this both all them these please pls carry on "
    "lgtm approved approve confirmed confirm agreed agree sounds looks good great perfect fine correct right exactly absolutely "
    "definitely the first second third former latter one option a b c merged done try again retry next keep going ship "
    "thanks thx too also and now with fix on of let's lets start begin accept accepted granted green light works for me i just you can may could".split()
)
AHEAD_CORE = frozenset(
    "yes yep yeah yup ok okay sure ahead proceed continue resume lgtm approved approve confirmed confirm agreed agree correct "
    "exactly absolutely definitely both former latter option merged again retry next going it that them works start begin".split()
)
CLASSES = {
    "PRODUCT": (
        "shown displayed listed appear appears loaded reload command module feature features button buttons page pages endpoint endpoints api component components user users "
        "database table column sidebar modal localstorage redis cookie cookies cache browser "
        "websocket middleware login token tokens jwt auth ui widget panel tab tabs extension css html sql "
        "postgres sqlite firebase supabase chatbot customer customers client clients dropdown popup screen "
        "view leak leaks heap expired expires timeout save saves saved store stores stored delete deletes "
        "display displays show shows render renders "
    ),
    "DENIALS": "not no never without dont doesnt didnt isnt arent stop nothing avoid",
    "TIES": "claude codex we our us weve wed you your youve my i",
    "WE": "we you u weve youve wed youd us",
    "AGENT": "claude codex gemini chatgpt gpt copilot cursor ai llm agent assistant model bot",
    "AUX": "had have has ve already just both all also previously did were was been recently originally initially",
    "DID": "did made built wrote created fixed changed added implemented discussed talked decided agreed planned designed "
    "worked started stopped left finished completed tried tested refactored removed deleted updated moved set said told "
    "mentioned suggested proposed solved figured found broke used abandoned merged deployed migrated chose picked reviewed "
    "investigated debugged helped spoke drafted sketched outlined defined settled concluded got done came put replaced renamed",
    "LOOK": "check read look search gather see refer review consult scan load pull recall grep learn summarize summarise "
    "catch familiarize dig browse study reread recheck lookup receive gain checking reading searching inspect retrieve reload",
    "AGENTS": "your claudes agents agent agentic copilot codex personal own",
    "PREV": "last previous prior past earlier old older former",
    "TALK": "session sessions conversation conversations chat chats discussion discussions convo thread threads",
    "SPECSTORY": "specstory spectory spectstory spectroy specstroy specsotry",
    "AUXED": "had have already just also both recently originally previously initially then only finally never",
    "EXEMPT": "need feed speed embed seed exceed proceed succeed indeed red shed bed led used supposed",
    "DAYS": "yesterdays mondays tuesdays wednesdays thursdays fridays saturdays sundays",
    "UNIT": "day days week weeks month months night nights",
    "COUNT": "two three four five six few couple several 2 3 4 5 6 7 8 9 10 some",
    "NUMBERS": "one two three four five six seven eight nine ten",
    "RESUME": "continue continuing resume resuming",
}
PATTERNS = {
    "others": """
        customer|customers|user|users|client|clients|boss|manager|colleague|coworker|people|someone|somebody|team|company|support|qa
    """,
    "recall": """
        in|from|during|since|per the|that|this|a|an|any|some|one|our|my|your? PREV TALK
        our|my|your PREV TALK
        in|from|of|during our TALK about|on|regarding|where|with|of
        TALK of|from|in the? last|past|PREV __ UNIT
        other|another|previous|last AGENT session|sessions|chat|chats|conversation
        in|from|of|with|per other|different|another|separate|parallel session|sessions|conversation|conversations|chat|chats|discussion
        the|my other|different|separate|parallel TALK we|i|where|about|was|had|did|made|already|wrote
        DAYS _ TALK
        PREV TALK we AUX? DID
        TALK right|just? before|prior to? this|that|the|it|$
        TALK we|i had PREV|yesterday|before
        TALK last|yesterday
        in|from|our|my|the TALK from yesterday|before|earlier|PREV
        lost|losing|forgot|forgotten|forgetting|forget the|your|our|all|my? of? the|our|your? context|conversation|thread
        forgot|forgotten|forget what|where|how|that we|i|you
        dont|cant|cannot even|quite|exactly|really? remember|recall what|where|how|which|when|if|whether|why|anything _ we|i|ive|weve|you
        dont|cant|cannot even|quite|exactly|really? remember|recall the|our|my reason|reasons|reasoning|decision|details|outcome|result|results|conclusion|plan
        do not even|quite|exactly|really? remember|recall what|where|how|which|when|if|whether|why _ we|i|ive|you
        already told you yesterday|before|PREV
        what did we decide|agree|conclude|settle
        didnt|havent|hadnt we already? decide|agree|discuss|settle
        be|is|it|have|in _ in|from the? AGENTS memory|memories
        you have|had|got it|this|that|them? in memory
        search|look|check|see _ the|our|your history|log|logs from|of DAYS|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|PREV
        we __ in|during an|the|our|a PREV TALK
        in|from another|other|different|separate window|tab|terminal i|we|you
    """,
    "vague": """
        last time we|you|i|weve|claude|it
        !the last time
        remember when|what|how|where|why|that? we|you|our
        do|can|did|dont|would you still? remember|recall
        you still? remember|recall
        as|like we|you|i? already|previously|just? discussed|agreed|planned|talked|decided|mentioned|proposed|suggested
        we|you previously|earlier DID
        previously we|you
        what did we|you
        what did i ask|tell|say|request|want
        why did we|you decide|choose|pick|go|end|use|switch|settle|drop|move|keep|build|do|start|stop
        did|have we|you ever|finally|eventually|actually DID|sort|solve|fix|figure|finish|decide|get|settle|resolve|sorted|solved|fixed|finished|resolved
        what|everything we discussed|decided|talked|agreed|planned
        what|everything we|weve did|done|built|have|had|changed|made|were $|so|yesterday|last|before|earlier|previously|together|up|already|in|on|doing|working|discussing|building|planning
        context|background|history|information|info __ what we
        what we are|were|re building|working|making|developing
        what have|had|were we|you been? DID|doing|working|building
        how|where|when|which did we|you
        !if|whether did we|you _ already
        didnt|havent|hadnt|werent|wasnt we|you
        !when|if|once|after|until we|you ended up
        bug|error|issue|problem|crash|warning|flicker|leak _ from PREV UNIT
        bug|issue|problem|crash|refactor|refactoring|fix|thing|stuff|work|task from yesterday|monday|tuesday|wednesday|thursday|friday
        bug|issue|problem|crash|refactor|refactoring|fix|thing|stuff|work|task from the other day|night|week
        reason|reasons why? we|you
    """,
    "ours": """
        we were|was|been _ *ing
        weve|wed been _ *ing
        !what|how|where|everything we|weve|wed AUXED? AUXED? DID|*ed|had|wrote|began|ran
        you|u|youve|youd already|just|previously|had|have|also? said|mentioned|suggested|told|recommended|proposed|promised|created|made|wrote|added|changed|implemented|built|fixed|broke|removed|deleted|helped|gave|generated|refactored
        why|how did|have|were you
        !when|if|once|after|before|until|unless|where|than|as you|u|youve|youd already|just|previously|had|have|also? *ed
        as|like i already? told|said|mentioned|explained|asked|wrote
        !when|if|once|after|before|until|unless|where|than|as you|u|youve|youd already|just? came|made|built|wrote|gave|said|told|left|chose|drew|found|broke|took|did|forgot|never
        ^did you
        ^have you already|actually|finally? *ed|DID
    """,
    "past": """
        yesterday
        yesterdays
        the other day|night|week
        on monday|tuesday|wednesday|thursday|friday|saturday|sunday
        last week|month|night|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|sprint
        COUNT UNIT ago|back|before|earlier
        a few|couple|while of? UNIT? ago|back
        a UNIT ago
        UNIT ago
        past|last few|couple|COUNT UNIT
        earlier this week|month
        UNIT of work
        from|since yesterday
        this morning|afternoon
    """,
    "wedid": """
        WE AUX? AUX? DID|*ed
        we|you|us had|have|got __? working|ready|done|perfect|fixed
        we|you|us had _ working|perfect|right
        AGENT AUX? DID
        i|ive already|also|just? told|asked|showed|sent|gave|explained|mentioned|said
        did we|you
        have|had we|you
        we were|was|had
        you helped
        our|the|all|my work|changes|progress|plan|discussion|decision|fix|fixes|edits
        it|this|that|everything|all was|worked|were|had|did|still? worked|working|fine|ok|okay|correct|good|there|perfect|looked
        work|changes done|made|we|i
        tasks|todos|items left|remaining|open|pending
    """,
    "source": """
        chat|conversation|conversations|session|sessions|discussion|prompt history|histories|log|logs|transcript|transcripts
        history|log|logs|transcript|transcripts of our|my|the|these|those|this PREV? chats|chat|conversation|conversations|sessions|session
        AGENTS memory|memories
        the|my|our session|handoff|meeting|progress notes|log|logs
        the|that|this|see|read|a|my|our|those|these PREV|other|old TALK
        TALK where|in? which? we|i|you DID|*ed
        transcript|transcripts
        those|these|other|past chats|conversations|sessions
        contextdb
        context-db
        context db|packet|database
        SPECSTORY folder|folders|history|histories|file|files|chats|chat|logs|log|conversation|conversations|summary|sessions|transcripts
        through|in|inside|from|into|within the? SPECSTORY
        handoff|hand-off|handover|continuation notes|note|doc|document|file|summary|prompt|md
        memory bank|file|files|notes|packet
        memory-bank
        memorybank
    """,
    "look": """
        use|using the|our|my|your|that|these
        LOOK
        context
        read|look|looking|search|go|dig|parse|comb through|up|at|into|over|back
    """,
    "their": """
        their changes|change|code|work|fix|fixes|plan|edits|implementation
    """,
    "otheragent": """
        another|other|previous|last|different|first|second|prior|earlier AGENT|instance|developer|dev already|just|has|had|is|was? *ed|rewrote|built|is|was|were|has|had|did|made|started|left|stopped|wrote|came|working|broke
        another|other|previous|last|different|first|second|prior|earlier session|chat|window already|just|has|had? did|made|left|wrote|changed|implemented|broke|suggested|added|fixed|built|rewrote
        another|other|previous|last AGENT|instance|sessions|agents|claudes changes|change|work|code|fix|plan|output|summary
        work|changes|code|commits|fix|plan of|from|by|made|done|that by? the? another|other|previous|last AGENT
        what|where the? another|other|previous|last AGENT
        the PREV agent|ai|assistant|claude
    """,
    "resume": """
        ^RESUME $
        ^RESUME the|this|that|our|my|your|with|on|from|where|working|work|implementing|building|as|to|fixing|writing|testing|refactoring|development|implementation|task|session|previous|last|and|in|at|adding|debugging|creating
        ^continue #|%
        ^proceed $
        ^carry on
        ^get going|moving|started? again|with|on
        ^keep going|working|building|at
        ^go on $
        ^go on with
        ^back to
        back to where|work|working
        ^get|getting back to|on
        ^move|moving on|forward to|with?
        ^finish|complete|wrap it|this|that|up|off|them|what|the|your|our rest|remaining|we|job|work|task|you|$
        ^finish what|where|off
        pick it|this|that|things|up back? up? where|from|again we|you|i|it|$
        ^pick _ back up
        ^pick|picking up
        where|what we|you|i|weve|youve|wed|ive last? left|stopped|paused|ended|leave|finished
        where|what we|you|i were|was|are
        we|you|i left off
        ^left off
        we|you were|was|had been? _ in the middle
        ^still pending
        we should|could|can|must|ll|will keep|continue|go|move|proceed going|on|ahead|to|with|forward?
        keep going with
        ^im|i back|returned
        ^wrap up|it
    """,
    "numbered": """
        ^proceed with|as|on
        ^start|do|begin|implement|execute|run|work|continue|proceed|go|move|complete|finish|next with|on|to|the|doing? phase|step|stage|milestone|sprint|part|task #
        ^phase|step|stage|milestone #
        next|remaining|last|second|third|final phase|phases|step|steps|task|tasks|stage|milestone|todo|todos
        ^the? option|approach|solution|plan #
        use|take|choose|pick|prefer|do|with the? option|approach|solution #
        the|your|our second|first|third option|approach|suggestion
        use|take|choose|pick|prefer|do|try|with the second|first|third|other one
        ^do|take|make # and #
    """,
    "anaphor": """
        ^implement|execute|follow|finish|start|complete|apply|update|do|build|run|use|merge|commit|resume|revert|undo it|the|this|that|your|our|these|those again|$|plan|plans|changes|fix|fixes|proposal|suggestions|suggestion|recommendations|rest|remaining|work|refactor|refactoring|migration|todos|todo|design
        our|your PREV|recent|latest|current|original? plan|changes|fix|proposal|suggestion|suggestions|recommendation|recommendations|approach|decision|decisions|discussion|implementation|idea|progress|work
        the PREV plan|changes|fix|proposal|approach|decision|work|task|implementation|attempt|refactor|feature|issue|problem|bug
        the remaining|rest|outstanding|leftover|unfinished|pending
        the rest|remainder of|$
        you|u|youve already|just|previously|had|have? said|mentioned|suggested|told|recommended|proposed|promised|created|made|wrote|added|changed|did|implemented|built|fixed|broke|removed|deleted|left
        your|that|those|these|this last|previous|latest|recent|earlier? change|changes|edit|edits|fix|fixes|commit|suggestion|answer|response
        ^those|these _ $
        ^that bug|issue|fix|error|idea|feature|task|thing|problem|test
        about that|this|those $
        ^about|regarding|concerning that|those bug|issue|error|problem|idea|feature|test|tests|change|plan
        ^run|rerun|redo|repeat|try|do that|those|these|the|it _ again $
        it|them|this|that|those again $
        same as before|last|yesterday|we|you
        like|as before|usual
        the same thing|way|approach as? again|before|last|we|you|$
        ^do|apply|repeat|make|use the? same thing|change|fix|approach|way? for|with|to|on|in
        ^undo|revert|roll|rollback|take back? what|everything|all|the|your last? thing|things|stuff|changes|change|edits? you|we|from|$
        ^bring back
        ^about|regarding|as for the|that|this _ thing|issue|idea|question|part
        changed my mind
        thought about it|this|that
        on second thought|thoughts
        you asked|wanted|requested|needed
        way|how|like|as it|they|that was|were|looked|worked $
        put|change|turn|set __ back $
        ^review|check the|this|that|your|our|these|those? it|plan|plans|changes|fix|fixes|proposal|suggestions|suggestion|work|refactor|migration again|$
        as|what you recommend|suggest|propose|advise
    """,
    "bare": """
        ^instead|actually|also|but
        ^fix|do|undo|revert|change|remove|delete|try|run|test|update|finish|merge|commit|push|deploy|explain it|that|this|them|those|these again|please|now|too|$
        ^and|what about|with __ $
        ^undo|revert|redo $
        ^make it|them|that __ $
    """,
    "status": """
        ^whats|what|which _ next $
        ^what should|do|can|shall we|i|you do|work|tackle|start on? next|now $
        ^whats|what is|are|was|were|s? the|our|my? left|remaining|pending|missing|outstanding|todo|next
        whats|what is|are? still? left|remaining|pending to|for?
        whats|what is? the|our current? status|state|progress
        ^hows|how is|are|s? the|our|it|things going|coming|progressing
        ^status $
        ^status of|update|report our|the|$
        ^progress
        where are|were|did we|you|i
        how far
        catch|get|bring me|yourself|us? up to? speed|date
        catch up
        ^recap
        ^catch|fill me up|in
        which|what|are tasks|items|todos|issues|steps|points|things|there _ pending|left|open|remaining|outstanding|missing
        recap of|what|our|the|where
        ^remind me
        summary|summarize|summarise of? what|our|where|everything|all we|you|work|progress|has|have
        did|have we|you already|ever|actually|manage|finish DID?
        what else is|was|needs|remains|left|do
        what remains
        what do you know|remember about
        what was|were i|we|you
        bring|get me up
        are you done|finished|ready|still
    """,
    "again": """
        ^still not|doesnt|isnt|getting|failing|broken|the|see|seeing|wrong|same|no|dont|doesn't
        ^same error|issue|problem|result|thing
        ^it|that|this still|didnt|doesnt|did|does|isnt|wont|keeps|broke not? work|working|fail|failing|help|happens|happening|broken
        ^it|that|this still
        ^didnt|doesnt work
        ^not working
        ^it|that worked|works|failed|broke
        ^now it
        happened|happening|failing|broken|broke again
        ^again
        ^nope
        is|are|was|were|looks|works|its much? better|good|great|fine|nicer|right now but|though|and
        ^now better but
        better now
        !that|which|what|who still not|too|isnt|arent|doesnt|dont|wont|failing|broken|getting|shows|see|seeing|wrong|happening|happens|there|crashes|fails
        ^no|nope|nah not|the|i meant that|this|those|it|like|one|other|second|first|third
        ^not that|this|those|like one|file|way|that|this|$
        has|have|just? came back
        is|are|its back again|$
        back again
        ^that|it|this almost|partly|mostly? worked|helped|did
        !the|any the? same error|errors|message|issue|problem|bug|thing again|$
        with|gives|get|getting|still|shows|have the? same error|message|issue|problem
        same as|like last time|before
        was|were|had|used __ working|fine|perfectly __ what happened|changed
        was|were|had|used __ working|fine|perfectly $
        ^the|it|this|that __ *er|better now but
        now __ but
        *er|better now but
        thanks|thx __ but|now
        ^that|it|this solved|resolved|fixed|did it|that|the
    """,
    "still": """
        !should|must|can|could|may|will|would|that|which|who|to|they|users|and still
        !try|and|or again $
        wrong|broken|off|missing|gone|empty|slow|down again
    """,
    "wish": """
        make|be sure
        ensure|ensures|verify|check|confirm|should|must
    """,
    "report": """
        ^i|ive have|just|already|now? merged|deployed|restarted|pushed|installed|fixed|added|created|updated|ran|did|tested|reviewed|approved|set|made|changed|rebooted it|that|this|them|the? pr|prs|branch|changes|app|server|$
        ^i|ive have|just|already|now? merged|deployed|restarted|pushed|installed|rebooted it|that|them? $
        pr|branch|mr|its|changes|build is|was|has|been|have|are? merged|deployed|approved|pushed|live
        ^merged
        ^restarted|rebooted|approved
        ^i|ive just|already|now|have? tried|ran|reran|answered|replied|checked|pulled|rebuilt
        ^done|finished $
        ^i|ive tested|tried|ran|checked|opened it|this|that|them
        heres|here is|are the output|result|results|log|logs|screenshot|file you
    """,
    "broke": """
        chat|session|conversation|terminal|claude|cursor|codex|gemini|window|computer|pc|laptop|vscode|ide|you just|has|had|suddenly? crashed|died|closed|froze|hung|disconnected|restarted
        AGENT just|has|had|suddenly? stopped|halted|died|quit|froze|crashed
        before|after the crash|restart|interruption|outage
        we|i|you|it|session|chat|everything got|was|were|been cut|interrupted|disconnected|kicked|logged off|short|out|before|while|in|$
        ran|running|run out of context|tokens|credits
        i|we just|had|have|only|to? started|opened|open|start|moved|switched|restart|restarted to? a|another|new|fresh new|fresh|different? TALK|window
        this|its|we is|a|are|in|now|in? a|this? new|fresh TALK
        context window|limit was|is|got|has|full|reached|exceeded|ran
        power|network|internet|connection outage|went|dropped|cut|died|failure|lost
    """,
    "fresh": """
        start|begin|starting|beginning|start completely? fresh|over|anew|afresh
        fresh|clean|new start|slate
        ignore|ignoring|disregard|forget|discard|drop|skip|without all|any|the|our|about|everything|using|reading|checking|looking? at|in|into|the|our|any|of|your|about|all? the|our|your? PREV|history|before|everything|memory|context|memories|far
        ignore|disregard|forget what|everything|anything you|we
        is|its|are|completely|totally? unrelated|separate to|from
        forget about? it|everything|that|all|what|the? we|before|previous|earlier|last|past|$
        dont|do|without|never not? use|load|read|look|check|consult|rely|bring|using|loading|reading|relying|need at|on|up|any|the|your|our? _ history|memory|memories|context|sessions|session|conversation|conversations|packet
        no memory|history|context needed|required|please|$
        nothing to do with
        unrelated|not related to? our|the|what|previous|earlier|last|anything|before|$
        new|different|separate|unrelated topic|subject
    """,
    "scratch": """
        from scratch
        from zero|ground
        brand new|fresh project|app|repo|repository
        new|blank|empty|greenfield project|repo|repository
    """,
    "howto": """
        ^as a|an user|customer|admin|developer|visitor|player|guest
        ^how do|can|to|does|would|should i|we|you|one|it|the|a
        ^what is|are a|the|an? difference|best|way
        ^is|are there a|any
        ^whats the difference|best
        ^how
        ^why does|do|is|are
        ^which
    """,
    "kept": """
        dont|do|never not? start|begin over|from|fresh|again|scratch
        dont|do|never not? ignore|forget|lose
        not from scratch
        instead of starting
    """,
    "first": """
        ^first|firstly we|i|you|lets|let|do|create|add|fix|make|read|refactor|update|write|set|implement|check|analyze|analyse|build|migrate|extract|move|run|remove|the|find|look|design|understand|get
        step one|1
        ^start by|with|off
    """,
    "then": """
        and|, then
        ^then|next
    """,
    "after": """
        after that|this|which|doing
        ^afterwards|subsequently|secondly|second
        once that|done|finished|its|thats
    """,
    "finally": """
        ^finally|lastly
        and|then finally|lastly
        at the end
    """,
    "if": """
        if|when|whenever|else|unless
    """,
    "scope": """
        whole|entire|complete codebase|code|project|repo|repository|app|application|system|monorepo|stack|solution
        across|throughout the|all|every|our|multiple|several
        all|every|each of? the? files|file|modules|module|services|service|packages|package|components|endpoints|pages|tests
        end-to-end
        codebase-wide|project-wide|repo-wide
    """,
    "orchestrate": """
        orchestrate|orchestrating|coordinate|coordinating
    """,
    "team": """
        team|swarm|group|fleet|crew of? agents|agent|subagents|sub-agents|experts
        a team
        subagents|sub-agents|multi-agent
        multiple|several|parallel agents|agent|subagents|workers
        in parallel
    """,
    "large": """
        refactor|migrate|migration|redesign|rearchitect|rewrite|restructure|overhaul|modernize|port|rework|integrate
    """,
}
