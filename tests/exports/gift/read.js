// Reads a GIFT file, and prints what the parser found as JSON.
import { readFileSync } from "node:fs";
import { parse } from "gift-pegjs";

console.log(JSON.stringify(parse(readFileSync(process.argv[2], "utf8"))));
