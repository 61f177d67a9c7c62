import { form, type Mistake } from '../mistake.ts'

const title = '"title": "Solar panels",'

/** The form with keys beside its title. */
const solar = (keys: string) => `${title}\n  ${keys},`

/** When forms take leads, and what is said while they take none. */
export const ofOpenings: readonly Mistake[] = [
  [
    'a form that closes before it opens',
    form,
    title,
    solar('"opens": "2027-02-01", "closes": ¦"2027-01-31"'),
    'The form closes before it opens. "closes" must be later than "opens".',
  ],
  [
    'a closing day that does not exist',
    form,
    title,
    solar('"closes": ¦"2027-02-30"'),
    'There is no day 2027-02-30. Write one that the calendar has.',
  ],
  [
    'a closing time that does not exist',
    form,
    title,
    solar('"closes": ¦"2027-01-31T24:00"'),
    'There is no time 24:00. Write one from 00:00 to 23:59.',
  ],
  [
    'an opening time that clocks skip',
    form,
    title,
    solar('"opens": ¦"2027-03-28T02:30"'),
    'Clocks go forward in Europe/Berlin on 2027-03-28, and skip 02:30. Write another time.',
  ],
  [
    'an offset that no clock has',
    form,
    title,
    solar('"closes": ¦"2027-01-31T18:00+25:00"'),
    'No clock is +25:00 from UTC. Write an offset such as +01:00, or none.',
  ],
  ['a form that takes no leads at all', form, title, solar('"maxLeads": ¦0'), '0 is too small: 1 is the least.'],
  [
    'texts for a form that is never full',
    form,
    title,
    solar('"closes": "2027-01-31", "whenClosed": { ¦"full": { "waitingList": "solar" } }'),
    'Nobody sees these texts: the form has no "maxLeads". Add it, or remove "full".',
  ],
  [
    'a form as its own waiting list',
    form,
    title,
    solar('"closes": "2027-01-31", "whenClosed": { "after": { "waitingList": ¦"solar" } }'),
    'A form that is closed is no waiting list for itself. Name another form.',
  ],
  [
    'a waiting list that there is not',
    form,
    title,
    solar('"closes": "2027-01-31", "whenClosed": { "after": { "waitingList": ¦"leter" } }'),
    'There is no form "leter". Did you mean "letter"?',
  ],
  [
    'a waiting list that is closed with it',
    form,
    title,
    solar('"closes": "2027-01-31", "whenClosed": { "after": { "waitingList": ¦"solar_2" } }'),
    'The form "solar_2" may be closed as well. A waiting list has no "opens", "closes" or "maxLeads": name a form without them.',
  ],
  [
    'a waiting list that lacks a language',
    form,
    title,
    solar('"maxLeads": 9, "whenClosed": { "full": { "waitingList": ¦"letter" } }'),
    'The form "letter" is not offered in de, so there would be no waiting list. Add the language to it, or name another form.',
  ],
  [
    'a button to nowhere on a closed form',
    form,
    title,
    solar('"closes": "2027-01-31", "whenClosed": { "after": { ¦"link": { "label": "On" } } }'),
    'The button leads nowhere. Name one: a "page", a "form", or an address ("to").',
  ],
]
