import { smallTree, type Tree } from '../../small-tree.ts'
import { form, type Mistake, partner } from '../mistake.ts'

const file =
  '"kind": "file", "title": "Anything else?", "optional": true, "files": { "maxMegabytes": 4, "maxFiles": 2 }'

const mail = '"mail": "email"'

/** The small tree with a question that is answered with files, which its partner gets. */
export const filesTree: Tree = {
  ...smallTree,
  [form]: String(smallTree[form]).replace('"kind": "long-text", "title": "Anything else?", "optional": true', file),
  [partner]: String(smallTree[partner]).replace(
    mail,
    '"mail": "email", "note": "note", "links": { "field": "note", "format": "link" }, "content": { "field": "note", "format": "base64" }',
  ),
}

/** Questions that are answered with files. */
export const ofFiles: readonly Mistake[] = [
  [
    'rules for files of another kind',
    form,
    '"kind": "gender"',
    '"kind": "gender", "files": ¦{ "maxFiles": 2 }',
    '"files" is about uploaded files ("kind": "file"), which this is not. Remove it.',
  ],
  [
    'an unknown type of file',
    form,
    '"maxMegabytes": 4,',
    '"accept": ["pdf", ¦"jpeg"],',
    '"jpeg" is not possible here. Did you mean "jpg"?',
  ],
  [
    'files that are larger than all together may be',
    form,
    '"maxMegabytes": 4,',
    '"maxMegabytes": 4, "maxTotalMegabytes": ¦3,',
    '"maxTotalMegabytes" (3) is less than "maxMegabytes" (4), so no file of that size is taken. Raise one or lower the other.',
  ],
  [
    'a camera for files that are no pictures',
    form,
    '"maxMegabytes": 4,',
    '"accept": ["pdf"], "capture": ¦"user",',
    'A camera takes pictures and films, and "accept" has neither. Add one, such as jpg, or remove "capture".',
  ],
  [
    'a condition that reads files',
    form,
    '"contact": { "use": "contact"',
    '"more": { "title": "More", "when": { ¦"note": "a" }, "fields": { "why": { "kind": "yes-no", "title": "Why?" } } }, "contact": { "use": "contact"',
    'The condition reads "note", which is answered with files. Let it read another field.',
  ],
  [
    'files from the address',
    form,
    '"maxMegabytes": 4, "maxFiles": 2 }',
    '"maxMegabytes": 4 }, "prefill": ¦"note"',
    '"prefill" is about a choice of one, yes or no, or a number, which this is not. Remove it.',
  ],
  [
    'files in capitals',
    partner,
    '"field": "note", "format": "link"',
    '"field": "note", "format": ¦"upper"',
    '"upper" writes text, and "note" is a file. Formats of a file: link base64.',
  ],
  [
    'a number as a file',
    partner,
    '"field": "note", "format": "link"',
    '"field": "bill", "format": ¦"base64"',
    '"base64" writes a file, and "bill" is a number. Formats of a number: comma 0.00 0,00 cents.',
  ],
  [
    'contents that are too large for a request',
    form,
    '"maxMegabytes": 4,',
    '"maxMegabytes": 8,',
    '"note" takes up to 16 MB in all, and "base64" is for up to 10 MB. Lower "maxTotalMegabytes", or write "link".',
    [partner, '"base64"'],
  ],
]
