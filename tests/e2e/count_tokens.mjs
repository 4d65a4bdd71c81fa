// Counts tokens: a JSON list of texts on stdin, for each the counts by both vocabularies on stdout.
import { readFileSync } from "node:fs";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";

const texts = JSON.parse(readFileSync(0, "utf8"));
// Text that looks like a special token counts as the plain text it is.
const plain = { disallowedSpecial: new Set() };
process.stdout.write(JSON.stringify(texts.map((text) => [o200k(text, plain), cl100k(text, plain)])));
