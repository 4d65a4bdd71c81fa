"""Claude Code's command line as data: the definitions of 2.1.197, hidden ones included; hot path.

A test holds it against the installed client's own ``--help``, so that a new version's words show at once.
"""

# Commands wherever the first positional stands, behind ``--`` too, but not where -p or --print is among the arguments.
COMMANDS = frozenset(
    "agents auth auto-mode doctor gateway install mcp plugin plugins project setup-token ultrareview update "
    "upgrade remote-control rc import-conversations help".split()
)
# Words and switches that mean something only as the very first argument.
FIRST = frozenset(
    "remote-control rc remote sync bridge daemon logs attach stop kill respawn rm ps code config "
    "--claude-in-chrome-mcp --chrome-native-host --computer-use-mcp --daemon-worker --bg-pty-host --bg-spare "
    "--preload --update --upgrade --handle-uri".split()
)
LINKS = ("cc://", "cc+unix://")  # how an argument begins that opens something
PRINT = frozenset(("-p", "--print"))  # as exact tokens, anywhere
INFORM = frozenset(("-h", "--help", "-v", "-V", "--version"))

# Options by what they take: one value, any number of values, one or none, nothing.
ONE = frozenset(
    "--agent --agents --append-system-prompt --append-system-prompt-file --system-prompt --system-prompt-file "
    "--debug-file --effort --fallback-model --input-format --output-format --json-schema --max-budget-usd "
    "--max-turns --max-thinking-tokens --task-budget --thinking --thinking-display --model --permission-mode "
    "--permission-prompt-tool --plan-mode-instructions --plugin-dir --plugin-dir-no-mcp --plugin-url --session-id "
    "--setting-sources --settings --managed-settings -n --name --remote-control-session-name-prefix "
    "--resume-session-at --rewind-files --prefill --prefill-b64 --deep-link-repo --deep-link-last-fetch "
    "--deep-link-cwd-b64 --workload --advisor --agent-id --agent-name --team-name --agent-color "
    "--parent-session-id --teammate-mode --agent-type --sdk-url".split()
)
MANY = frozenset(
    "--add-dir --allowedTools --allowed-tools --disallowedTools --disallowed-tools --tools --mcp-config --betas "
    "--file --channels --dangerously-load-development-channels".split()
)
MAYBE = frozenset(
    "-d --debug -r --resume --from-pr -w --worktree --prompt-suggestions --remote-control --rc --teleport --cloud "
    "--remote".split()
)
NONE = frozenset(
    "--allow-dangerously-skip-permissions --dangerously-skip-permissions --ax-screen-reader --bg --background "
    "--bare --brief --chrome --no-chrome -c --continue --disable-slash-commands "
    "--exclude-dynamic-system-prompt-sections --fork-session --ide --include-hook-events "
    "--include-partial-messages --no-session-persistence -p --print --replay-user-messages --safe-mode "
    "--strict-mcp-config --tmux --verbose -d2e --debug-to-stderr --init --init-only --maintenance "
    "--session-mirror --enable-auth-status --deep-link-origin --reply-on-resume --enable-auto-mode "
    "--plan-mode-required".split()
)
LETTERS = frozenset("pcdvhrwn")  # of the short options, which may stand together

# What makes a call go on with a session, run elsewhere, leave no transcript.
CONTINUES = frozenset(("-c", "--continue"))
RESUMES = frozenset(("-r", "--resume"))
GOES_ON = (
    CONTINUES | RESUMES | frozenset("--from-pr --fork-session --teleport --resume-session-at --rewind-files".split())
)
ELSEWHERE = frozenset("--remote --cloud --remote-control --rc --sdk-url --deep-link-cwd-b64".split())
LEAVES_NOTHING = frozenset("--bg --background --no-session-persistence --init-only --tmux".split())
WORKTREE = frozenset(("-w", "--worktree"))
