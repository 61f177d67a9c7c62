import { form, type Mistake, site } from '../mistake.ts'

const end = (more: string) =>
  `"screenOuts": { "no": { "when": { "permission": false }, "title": "x", "text": "y", ${more} } },\n  "consents": {`
const thanks = '"title": "Thank you"'

/** Where forms lead to once they are sent, or end. */
export const ofWaysOn: readonly Mistake[] = [
  [
    'a button at an end that leads nowhere',
    form,
    '"consents": {',
    end('¦"link": { "label": "Go on" }'),
    'The button leads nowhere. Name one: a "page", a "form", or an address ("to").',
  ],
  [
    'a button at an end that leads to two places',
    form,
    '"consents": {',
    end('¦"link": { "label": "Go on", "page": "privacy", "form": "letter" }'),
    'The button leads to several places. Name one: a "page", a "form", or an address ("to").',
  ],
  [
    'a button that leads to no page',
    form,
    '"consents": {',
    end('"link": { "label": "Go on", "page": ¦"privaci" }'),
    'There is no page "privaci". Did you mean "privacy"?',
  ],
  [
    'a button that leads to no form',
    form,
    '"consents": {',
    end('"link": { "label": "Go on", "form": ¦"lettre" }'),
    'There is no form "lettre". Did you mean "letter"?',
  ],
  [
    'a button that leads to a form of other languages',
    form,
    '"consents": {',
    end('"link": { "label": "Go on", "form": ¦"letter" }'),
    'The form "letter" is not offered in de, so this leads nowhere there. Add the language to it, or name another form.',
  ],
  [
    'a site elsewhere that nobody allowed',
    form,
    thanks,
    `${thanks}, "redirect": { "to": ¦"https://www.shop.example/thanks" }`,
    'Forms may not lead to "www.shop.example", which is none of the "allowedHosts" in site.json. Did you mean "shop.example"?',
  ],
  [
    'a button that leads to a site nobody allowed',
    form,
    '"text": "Ask the owner first."',
    '"text": "Ask the owner first.", "link": { "label": "Loans", "to": ¦"https://bank.example" }',
    'Forms may not lead to "bank.example", which is none of the "allowedHosts" in site.json. Did you mean "shop.example"?',
  ],
  [
    'a redirect that anybody on the way can change',
    form,
    thanks,
    `${thanks}, "redirect": { "to": ¦"http://shop.example/" }`,
    'On the way to http anybody can read and change what is shown. Write https.',
  ],
  [
    'a page and a site elsewhere at once',
    form,
    thanks,
    `${thanks}, "page": "privacy", ¦"redirect": { "to": "https://shop.example/" }`,
    'Visitors are led to a page here already. Keep "page" or "redirect".',
  ],
  [
    'a button that is never shown',
    form,
    thanks,
    `${thanks}, "redirect": { "to": "https://shop.example/" }, ¦"link": { "label": "Go on", "page": "privacy" }`,
    'Visitors never see this button: "redirect" redirects visitors immediately. Remove one of the two.',
  ],
  [
    'an address elsewhere that hides its host',
    form,
    thanks,
    `${thanks}, "redirect": { "to": ¦"https://shop.example@bank.example/" }`,
    '"https://shop.example@bank.example/" does not have the form this needs. An address of another site, such as https://shop.example/thanks, without a fragment (#). List its host in "allowedHosts" of site.json. Use the final address: browsers may not follow a redirect to another host.',
  ],
  [
    'a lead’s id under a name that is no parameter',
    form,
    thanks,
    `${thanks}, "redirect": { "to": "https://shop.example/", "leadId": ¦"a=b" }`,
    '"a=b" does not have the form this needs. The parameter that carries the lead\'s id: ref for ?ref=…. By default, no data is passed; no other data ever is.',
  ],
  [
    'an allowed site with more than its host',
    site,
    '"shop.example"',
    '¦"https://shop.example/"',
    '"https://shop.example/" does not have the form this needs. Write only the host: shop.example.',
  ],
]
