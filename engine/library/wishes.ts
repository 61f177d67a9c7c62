/** What authors wish for and the language cannot say: their words for it, and the nearest that it can. */
const wishes: readonly { keys: readonly string[]; nearest: string }[] = [
  {
    keys: [
      'publishat',
      'publishdate',
      'publishon',
      'golive',
      'goliveat',
      'livefrom',
      'releaseat',
      'validfrom',
      'unpublishat',
      'validuntil',
    ],
    nearest: '"draft": true, until a person or a timed job takes it out. Deals have "start" and "end"',
  },
  {
    keys: ['approval', 'approvals', 'approvedby', 'reviewer', 'reviewers'],
    nearest: '"draft": true with `npx leadwright preview`, and a review of the change in git',
  },
  {
    keys: ['ping', 'pingpost', 'pingurl', 'auction', 'bid', 'bids'],
    nearest: 'the order of "priority" and the "price" of each partner; answers that "refused" lists pass a lead on',
  },
  {
    keys: ['split', 'abtest', 'ab', 'experiment', 'experiments', 'traffic'],
    nearest: 'a page with "variantOf" at an address of its own, and a link to each in the campaign',
  },
  { keys: ['monthlycap', 'weeklycap', 'totalcap', 'hourlycap', 'budget', 'monthlylimit'], nearest: '"dailyCap"' },
  {
    keys: ['csv', 'digest', 'batch', 'bundle', 'sendat'],
    nearest:
      'a delivery of the kind "pull", or `npx leadwright leads export` in a timed job; each other delivery tells one lead',
  },
  {
    keys: ['optionswhen', 'conditionaloptions', 'filteroptions', 'optionsby'],
    nearest: 'a question for each case, with its own "when" and "options"; a "list" for what differs by language',
  },
  {
    keys: ['upload', 'file', 'files', 'attachment', 'attachments', 'accept'],
    nearest: 'a "long-text" question, or a mail that visitors answer with what they attach',
  },
  {
    keys: ['formula', 'expression', 'calculate', 'calculation', 'computedvalue'],
    nearest: '"computed" of the form, which conditions, ends and partners read and visitors do not see',
  },
  {
    keys: ['photo', 'photos', 'logo', 'img', 'video'],
    nearest: '"drawing" of a section, or "mark" of a brand: shapes in its colours',
  },
  {
    keys: ['css', 'style', 'styles', 'classname', 'html'],
    nearest: '"colours" of the brand, "palette" and "scheme" of a page',
  },
  {
    keys: ['default', 'defaultvalue', 'initialvalue', 'preselected'],
    nearest: '"prefill" from the address, or "preset" of the page that shows the form',
  },
]

/** The same for kinds of fields. */
const kindWishes: Readonly<Record<string, string>> = {
  slider: 'the kind "integer" or "amount" with "minimum" and "maximum"',
  range: 'the kind "integer" or "amount" with "minimum" and "maximum"',
  file: 'a "long-text" question, or a mail that visitors answer with what they attach',
  upload: 'a "long-text" question, or a mail that visitors answer with what they attach',
  signature: 'a consent, which is kept as evidence',
  checkbox: 'the kind "yes-no", a consent, or "options" with "many": true',
  radio: '"options" without a kind',
  select: '"options" without a kind; more than twelve become a list to search',
  dropdown: '"options" without a kind; more than twelve become a list to search',
  time: '"options" with the hours to choose from',
  datetime: 'the kind "date", and "options" with the hours to choose from',
  password: 'nothing: forms ask for no secrets',
}

/** ` Not possible; nearest: "dailyCap".` '' where nobody is known to mean something by the word. */
export function nearestToKey(key: string): string {
  const word = key.toLowerCase()
  return said(wishes.find(({ keys }) => keys.includes(word))?.nearest)
}

/** The same of a kind. */
export function nearestToKind(kind: string): string {
  return said(Object.hasOwn(kindWishes, kind.toLowerCase()) ? kindWishes[kind.toLowerCase()] : undefined)
}

/** What an option that is an object is told. */
export const ofConditionalOption = `An option is always offered. An option that depends on another answer is not possible; nearest: ${wishes.find(({ keys }) => keys.includes('optionswhen'))?.nearest}.`

function said(nearest: string | undefined): string {
  return nearest === undefined ? '' : ` Not possible; nearest: ${nearest}.`
}
