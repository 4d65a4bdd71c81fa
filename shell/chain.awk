# Reads a function of the user's of the name `name`, as bash and zsh print it, and prints it so that where it calls the
# client it calls ctxdb_NAME. Quoted text, here-documents, arguments, arrays and case patterns stay as they are.
# What counts is `command NAME`; only in a function without that, which loads its client late, does the bare name.

BEGIN {
    quote = "\047"
    word_part = "[^ \t\n\"\\\\$`();|&<>" quote "]+"
    single = quote "[^" quote "]*" quote
    escaped = "\\$" quote "([^\\\\" quote "]|\\\\.)*" quote
    plain = "^(" word_part "|" single "|" escaped "|\\\\(.|\n)|\"|`|\\$\\(|\\$|\n|[ \t]+|;;?&?|&&?|\\|[|&]?" \
        "|&>>?|<<[-<]?|[<>][>&|]?|[()])"
    in_double = "^([^\\\\$`\"]+|\\\\(.|\n)|\\$\\(|\\$|`|\")"
    keyword = "^(if|then|elif|else|while|until|do|time|!|[{]|noglob|nocorrect)$"
}

{ text = text $0 "\n" }

END {
    if (!scan("called"))
        scan("bare")
    printf "%s", out
}

# Goes through `text` and writes `out`; returns how often the client was called in the form that `form` names.
function scan(form,    token) {
    rest = text
    out = document = ""
    found = depth = 0
    enter("")
    while (rest != "") {
        # What stands alone, like a quote that is never closed, is taken as it is.
        token = match(rest, kind[depth] == "\"" ? in_double : plain) ? substr(rest, 1, RLENGTH) : substr(rest, 1, 1)
        rest = substr(rest, length(token) + 1)
        if (kind[depth] == "\"" && token == "\"" || kind[depth] == "`" && token == "`")
            leave(token, form)
        else if (token == "\"" || token == "`" || token == "$(") {
            part(token)
            enter(token)
        } else if (kind[depth] == "\"")
            out = out token
        else if (token !~ /^[ \t\n;|&<>()]/)
            part(token)
        else
            between(token, form)
    }
    finish(form)
    return found
}

# A quotation, a substitution or a list begins; a command may stand first in it.
function enter(what) {
    depth++
    kind[depth] = what
    word[depth] = ""
    begin(what != "array")
}

# It ends, and so is a part of the word around it.
function leave(token, form) {
    finish(form)
    depth--
    part(token)
}

# More of the word that is being read.
function part(token) {
    if (word[depth] == "")
        at[depth] = length(out)
    word[depth] = word[depth] token
    out = out token
}

# What stands between words.
function between(token, form,    before) {
    before = word[depth]
    if (token ~ /^[<>]|^&>/ && before ~ /^[0-9]+$/)
        word[depth] = ""
    finish(form)
    if (token == "(") {
        out = out token
        enter(before ~ /=$/ ? "array" : "(")
    } else if (token == ")" && kind[depth] ~ /^(\$\(|array)$/)
        leave(token, form)
    else {
        if (token == ")" && kind[depth] == "(")
            depth--
        out = out token
        if (token ~ /^[<>]|^&>/) {
            target[depth] = 1
            here[depth] = token ~ /^<<-?$/
        } else if (token !~ /^[ \t]/ && kind[depth] != "array")
            begin(1)
        if (token == "\n" && document != "")
            copy()
    }
}

# A command may or may not begin here.
function begin(may) {
    ready[depth] = may
    prefix[depth] = called[depth] = target[depth] = here[depth] = 0
}

# The word is whole. A name is called where a command begins, behind what may stand in front of one.
function finish(form,    whole, bare) {
    whole = word[depth]
    word[depth] = ""
    if (whole == "")
        return
    if (target[depth]) {
        if (here[depth]) {
            document = whole
            gsub("[\\\\\"" quote "]", "", document)
        }
        target[depth] = here[depth] = 0
        return
    }
    bare = whole
    sub(/^\\/, "", bare)
    if (!ready[depth] || !called[depth] && (whole ~ /^[A-Za-z_][A-Za-z0-9_]*[+]?=/ || whole ~ keyword))
        return
    if (bare == "builtin" || bare == "command" || whole == "--" && called[depth]) {
        if (!prefix[depth])
            prefix[depth] = at[depth] + 1
        called[depth] = called[depth] || bare == "command"
        return
    }
    if (bare == name && (form == "called" ? called[depth] : !prefix[depth] && forwards())) {
        out = substr(out, 1, (called[depth] ? prefix[depth] - 1 : at[depth])) "ctxdb_" name
        found++
    }
    begin(0)
}

# Whether the command that is being read hands arguments on, as a late loader does.
function forwards(    others) {
    others = rest
    sub(/[;|&)\n].*/, "", others)
    return index(others, "$")
}

# Takes the here-document over, to the line that ends it.
function copy(    line) {
    do {
        line = substr(rest, 1, index(rest "\n", "\n"))
        out = out line
        rest = substr(rest, length(line) + 1)
        sub(/^\t+/, "", line)
    } while (rest != "" && line != document "\n")
    document = ""
}
