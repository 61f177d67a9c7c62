import { type Mistake, privacy } from '../mistake.ts'

const sections = '"sections": {'

const savings = (maximum: string) => `"sections": { "check": {
  "kind": "savings-check", "locales": ["en"], "title": "What could it save?", "maximum": [${maximum}],
  "question": "What is your bill?", "monthly": "a month", "yearly": "a year", "action": "Show", "result": "Less by",
  "conditions": { "most": { "text": "At most." } }, "mistakes": { "unreadable": "No amount.", "tooMuch": "Too much." }
},`

const periods = (peak: string, offPeak: string) => `"sections": { "when": {
  "kind": "periods", "locales": ["en"], "title": "When?", "weekdays": "Weekdays", "otherDays": "Weekends",
  "allDay": "All day", "never": "None", "peak": { "name": "Peak", "hours": [{ "fact": ${peak} }] },
  "midPeak": { "name": "Mid-peak", "hours": [{ "fact": "daylight" }] },
  "offPeak": { "name": "Off-peak", "hours": [{ "fact": "night" }${offPeak}] }
},`

export const ofFiguresShown: readonly Mistake[] = [
  [
    'a saving limited by a fact that there is not',
    privacy,
    sections,
    savings('{ "fact": ¦"bonsu" }'),
    'There is no fact "bonsu" in site.json. Did you mean "bonus"?',
  ],
  [
    'a saving limited by a time',
    privacy,
    sections,
    savings('300, { "factor": { "fact": ¦"wait" } }'),
    'What can be saved is at most an amount of money, or "factor" a percentage of the bill. The fact "wait" is neither here: name another.',
  ],
  [
    'a saving in another currency than the bill',
    privacy,
    sections,
    savings('{ "fact": ¦"bonus" }'),
    'The fact "bonus" is in EUR, and the bill in GBP. Give it a figure in GBP ("markets" in site.json), or null where there is none.',
  ],
  [
    'a period of a fact that is no time of day',
    privacy,
    sections,
    periods('¦"life"', ''),
    'The fact "life" is no range of full hours in GB, where this is read. Give it one there ("markets" in site.json), or give this section "locales" without it.',
  ],
  [
    'a period of a fact that there is not',
    privacy,
    sections,
    periods('¦"evning"', ''),
    'There is no fact "evning" in site.json. Did you mean "evening"?',
  ],
  [
    'an hour of two periods',
    privacy,
    sections,
    periods('"evening"', ', { "fact": "evening" }').replace('"when": {', '"when": ¦{'),
    'The hour from 18:00 belongs to several periods in GB, and each belongs to one. Name other facts as "hours", or correct them in site.json.',
  ],
]
