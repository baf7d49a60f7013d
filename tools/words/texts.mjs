import ts from 'typescript';

const lineOf = (text, position) => text.slice(0, position).split('\n').length;
const logMethods = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
const testFunctions = new Set(['it', 'describe', 'test']);

/** Name of the function that a call names last: `log.warn(…)` is warn, `it.each(…)(…)` is it. */
function calleeOf(node) {
  let callee = node.expression;
  while (ts.isCallExpression(callee)) callee = callee.expression;
  if (!ts.isPropertyAccessExpression(callee)) return { name: ts.isIdentifier(callee) ? callee.text : '' };
  return { name: callee.name.text, on: callee.expression.getText() };
}

/** Whether people read the texts that a call is given: log lines and names of tests. */
function isRead(node) {
  const { name, on = '' } = calleeOf(node);
  if (logMethods.has(name)) return /\blog(ger)?$/i.test(on);
  return testFunctions.has(name) || testFunctions.has(on);
}

function stringsOf(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && isRead(node))
      for (const argument of node.arguments)
        if (ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument))
          found.push({ line: lineOf(source.text, argument.getStart()), text: argument.getText() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Sources whose texts users read: descriptions of the API, errors, pages, help of the command line. */
const ofProduct = /^(apps|libs)\/(?!e2e\/|testing\/|simulator\/).*\/src\/.*(?<!\.(spec|fixture|conformance))\.ts$/;
const prose = /[a-z]{2,} [a-z]+,? [a-z]/i;
const sql = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|WHERE|JOIN|VALUES|RETURNING|SET)\b/;

/** Pieces of strings that are prose: three words or more, and no SQL. */
function proseOfProduct(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      if (prose.test(node.text) && !sql.test(node.text))
        found.push({ line: lineOf(source.text, node.getStart()), text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function commentsOf(text, source) {
  const found = new Map();
  const add = (ranges) => {
    for (const { pos, end } of ranges ?? [])
      if (!found.has(pos)) found.set(pos, { line: lineOf(text, pos), text: text.slice(pos, end) });
  };
  const visit = (node) => {
    add(ts.getLeadingCommentRanges(text, node.getFullStart()));
    add(ts.getTrailingCommentRanges(text, node.getEnd()));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found.values()];
}

const linesAfter = (marker) => (text) =>
  text.split('\n').flatMap((line, index) => {
    const at = line.search(marker);
    return at < 0 ? [] : [{ line: index + 1, text: line.slice(at) }];
  });

/** Prose of Markdown: neither blocks nor spans of code, nor targets of links. */
function proseOf(text) {
  let code = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) code = !code;
    else if (!code) return [{ line: index + 1, text: line.replace(/`[^`]*`/g, '``').replace(/\]\([^)]*\)/g, '](…)') }];
    return [];
  });
}

function scriptTexts(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const strings = ofProduct.test(file) ? [...stringsOf(source), ...proseOfProduct(source)] : stringsOf(source);
  // a log text is both
  const once = new Map(strings.map((piece) => [`${piece.line} ${piece.text.replaceAll(/^['"`]|['"`]$/g, '')}`, piece]));
  return [...commentsOf(text, source), ...once.values()];
}

const readers = [
  [/\.(ts|mts|mjs)$/, scriptTexts],
  [/\.md$/, proseOf],
  [/\.(sql)$/, linesAfter(/--/)],
  [/\.(prisma)$/, linesAfter(/\/\//)],
  [/\.(ya?ml|py|sh|conf|toml)$|Dockerfile|\.(env|dockerignore)$|^\.ci\//, linesAfter(/(^|\s)#/)],
];

/**
 * The texts of a file that people read: comments, prose, log texts, names of tests, and what users read (descriptions, errors,
 * pages, help). Returns `{line, text}` each; a text may have
 * several lines. `undefined` for a kind of file that has none.
 */
export function textsOf(file, text) {
  const reader = readers.find(([pattern]) => pattern.test(file))?.[1];
  return reader?.(text, file);
}
