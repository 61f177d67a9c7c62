/** A site in files that are nowhere but here: small enough to be checked some hundred times in a second or two. */
export type Tree = Readonly<Record<string, string>>

export const smallTree: Tree = {
  'definitions/site.json': `{
  "brand": "sun",
  "allowedHosts": ["shop.example"], "deals": { "categories": ["fashion", "home"] },
  "blog": { "categories": ["energy", "finance"], "articleWords": { "minimum": 600, "maximum": 1500 } },
  "locales": {
    "en": { "country": "GB", "currency": "GBP", "timeZone": "Europe/London" },
    "es": { "country": "ES", "currency": "EUR", "timeZone": "Europe/Madrid" },
    "de": { "country": "DE", "currency": "EUR", "timeZone": "Europe/Berlin", "company": "sun" }
  },
  "companies": { "sun": { "name": "Sun GmbH", "address": ["Berlin"], "country": "DE" } },
  "facts": {
    "wait": { "unit": "duration", "value": 2, "durationUnit": "minute" },
    "life": { "unit": "duration", "from": 20, "to": 30, "durationUnit": "year" },
    "price": { "unit": "money", "value": 5000, "currency": "EUR", "markets": { "GB": { "value": 4000, "currency": "GBP" } } },
    "bonus": { "unit": "money", "value": 300, "currency": "EUR" },
    "subsidy": { "unit": "percentage", "markets": { "DE": { "value": 20 } } },
    "night": { "unit": "clock-time", "from": "00:00", "to": "08:00", "reserved": true },
    "daylight": { "unit": "clock-time", "from": "08:00", "to": "18:00", "reserved": true },
    "evening": { "unit": "clock-time", "from": "18:00", "to": "24:00", "reserved": true }
  }
}`,
  'definitions/brands/sun.json': `{ "name": "Sun", "sender": "post@sun.example", "origin": "https://sun.example" }`,
  'definitions/brands/moon.json': `{
  "name": "Moon", "sender": "post@moon.example", "origin": "https://moon.example", "hosts": ["www.moon.example"]
}`,
  'definitions/consents/privacy.json': `{ "purpose": "privacy", "text": "I accept the [privacy policy](page:privacy)." }`,
  'definitions/lists/suppliers.json': `{
  "options": {
    "en": { "octopus": "Octopus", "ovo": "OVO" },
    "de": { "eon": "E.ON", "rwe": "RWE" }
  }
}`,
  'definitions/groups/contact.json': `{
  "title": "Contact",
  "fields": {
    "firstName": { "kind": "given-name" },
    "phone": { "kind": "phone", "optional": true },
    "email": { "kind": "email" }
  }
}`,
  'definitions/forms/solar.json': `{
  "locales": ["en", "de"],
  "title": "Solar panels",
  "steps": {
    "home": {
      "title": "Your home",
      "fields": {
        "residence": { "title": "Is it your own?", "options": { "owned": "Owned", "rented": "Rented" } },
        "insulated": { "kind": "yes-no", "title": "Is it insulated?" },
        "permission": { "kind": "yes-no", "title": "Does the owner agree?", "when": { "residence": "rented" } },
        "uses": {
          "title": "What uses power?",
          "multiple": true,
          "exclusive": "none",
          "options": { "car": "A car", "pump": "A heat pump", "none": "None of these" }
        },
        "bill": { "title": "Yearly bill", "type": "integer", "minimum": 100, "maximum": 9000, "optional": true },
        "supplier": { "title": "Supplier", "optionList": "suppliers", "options": { "other": "Another" } },
        "moved": { "kind": "date", "title": "Since when?", "latest": "today", "optional": true }
      }
    },
    "roofs": {
      "title": "Your roofs",
      "as": "roofs",
      "repeat": { "min": 1, "max": 4, "title": "Roof", "add": "Add a roof" },
      "fields": {
        "area": { "title": "Area in m²", "type": "integer", "minimum": 5, "maximum": 500 }
      }
    },
    "profile": {
      "title": "About you",
      "fields": {
        "gender": { "kind": "gender", "optional": true },
        "note": { "kind": "long-text", "title": "Anything else?", "optional": true }
      }
    },
    "contact": { "use": "contact" }
  },
  "consents": { "privacy": {} },
  "receipt": { "mail": "receipt", "answers": ["residence", "insulated", "roofs.#.area"] },
  "thankYou": {
    "title": "Thank you",
    "text": "We call you in {fact:wait}.",
    "echoField": "email",
    "alerts": { "tenant": { "when": { "permission": false }, "title": "Sorry", "text": "Ask the owner first." } }
  }
}`,
  'definitions/forms/solar_2.json': `{
  "variantOf": "solar",
  "title": "Solar in a minute",
  "steps": { "home": { "fields": { "supplier": null } }, "contact": { "fields": { "phone": null } } }
}`,
  'definitions/forms/letter.json': `{
  "locales": ["en"],
  "title": "Letter",
  "steps": { "you": { "title": "You", "fields": { "email": { "kind": "email" } } } }
}`,
  'definitions/mails/again.json': `{
  "subject": "Again from {brand}",
  "blocks": { "hello": { "kind": "heading", "text": "Hello again" } }
}`,
  'definitions/mails/go-on.json': `{
  "subject": "Go on: {form}",
  "blocks": { "go": { "kind": "button", "label": "Go on", "to": "goOn" } }
}`,
  'definitions/mails/offers.json': `{
  "subject": "Offers: {form}",
  "blocks": {
    "offers": { "kind": "list", "of": "offers", "title": "Your offers" },
    "go": { "kind": "button", "label": "See them", "to": "offers" }
  }
}`,
  'definitions/mails/receipt.json': `{
  "subject": "Your answers: {form}",
  "blocks": {
    "hello": { "kind": "heading", "text": "Thank you" },
    "answers": { "kind": "list", "of": "answers", "title": "Your answers" },
    "rights": { "kind": "text", "text": "Read our [privacy policy](page:privacy)." },
    "more": { "kind": "button", "label": "More from {brand}", "page": "privacy" }
  }
}`,
  'definitions/mails/confirm.json': `{
  "subject": "Confirm: {form}",
  "blocks": { "confirm": { "kind": "button", "label": "Confirm", "to": "confirm" } }
}`,
  'definitions/pages/solar.json': `{
  "locales": ["en", "de"],
  "path": "/solar",
  "formerPaths": ["/sun"],
  "title": "Solar",
  "description": "Compare solar panels from {fact:price}.",
  "sections": {
    "hero": { "kind": "hero", "title": "Solar", "action": { "label": "Begin", "section": "form" } },
    "form": { "kind": "form", "form": "solar" },
    "faq": { "kind": "faq", "title": "Questions", "questions": { "price": { "question": "What is it?", "answer": "Free. It lasts {fact:life}." } } },
    "cards": { "kind": "cards", "title": "More", "cards": { "privacy": { "title": "Privacy", "page": "privacy" } } },
    "ways": { "use": "ways", "title": "How it goes", "steps": { "send": null } },
    "more": { "use": "more" }
  }
}`,
  'definitions/blocks/more.json': `{
  "kind": "cards",
  "title": "Read on",
  "cards": { "privacy": { "title": "Privacy", "page": "privacy" } }
}`,
  'definitions/blocks/ways.json': `{
  "kind": "steps",
  "title": "How it works",
  "steps": {
    "ask": { "title": "You answer", "text": "Read the [privacy policy](page:privacy)." },
    "send": { "title": "We send" },
    "wait": { "title": "You wait {fact:wait}" }
  }
}`,
  'definitions/pages/solar-2.json': `{
  "variantOf": "solar",
  "path": "/solar-2",
  "brands": ["sun"],
  "title": "Solar now",
  "sections": { "faq": null, "form": { "form": "solar_2" } }
}`,
  'definitions/pages/privacy.json': `{
  "locales": ["en", "es", "de"],
  "path": "/privacy",
  "paths": { "de": "/datenschutz" },
  "title": "Privacy",
  "description": "What we keep.",
  "sections": { "text": { "kind": "text", "paragraphs": { "first": "We keep [little](page:privacy)." } } }
}`,
  'definitions/layouts/default.json': `{
  "locales": ["en", "es", "de"],
  "header": { "home": true, "menu": "main", "languages": ["en", "de"] },
  "footer": { "company": true, "dialogs": { "privacy": { "title": "Privacy", "page": "privacy", "section": "text" } } }
}`,
  'definitions/layouts/bare.json': `{ "locales": ["en"], "popup": "letter" }`,
  'definitions/menus/main.json': `{
  "locales": ["en", "es", "de"],
  "title": "Menu",
  "entries": {
    "solar": { "title": "Solar", "page": "solar", "locales": ["en", "de"] },
    "more": { "title": "More", "entries": { "privacy": { "title": "Privacy", "page": "privacy", "section": "text" } } }
  }
}`,
  'locales/es/layouts/default.json': `{ "footer": { "dialogs": { "privacy": { "title": "Privacidad" } } } }`,
  'locales/de/layouts/default.json': `{ "footer": { "dialogs": { "privacy": { "title": "Datenschutz" } } } }`,
  'locales/es/menus/main.json': `{
  "title": "Menú",
  "entries": { "solar": { "title": "Solar" }, "more": { "title": "Más", "entries": { "privacy": { "title": "Privacidad" } } } }
}`,
  'locales/de/menus/main.json': `{
  "title": "Menü",
  "entries": { "solar": { "title": "Solar" }, "more": { "title": "Mehr", "entries": { "privacy": { "title": "Datenschutz" } } } }
}`,
  'definitions/partners/acme.json': `{
  "name": "Acme",
  "filters": [{ "form": "solar", "locales": ["en"], "pages": ["solar"], "when": { "residence": "owned" } }],
  "map": {
    "mail": "email",
    "roof": "roofs.0.area",
    "home": { "field": "residence", "values": { "owned": 1, "rented": 2 } }
  },
  "schedule": { "timeZone": "Europe/London", "from": "09:00", "to": "17:00" },
  "deliveries": {
    "hook": { "kind": "webhook", "url": "https://acme.example/leads", "secretVariable": "ACME_SECRET" },
    "feed": { "kind": "pull" }
  }
}`,
  'locales/de/consents/privacy.json': `{ "text": "Ich akzeptiere die [Datenschutzerklärung](page:privacy)." }`,
  'locales/de/groups/contact.json': `{ "title": "Kontakt" }`,
  'locales/de/forms/solar.json': `{
  "title": "Solaranlagen",
  "steps": {
    "home": {
      "title": "Ihr Zuhause",
      "fields": {
        "residence": { "title": "Gehört es Ihnen?", "options": { "owned": "Eigentum", "rented": "Miete" } },
        "insulated": { "title": "Ist es gedämmt?" },
        "permission": { "title": "Ist der Eigentümer einverstanden?" },
        "uses": {
          "title": "Was braucht Strom?",
          "options": { "car": "Ein Auto", "pump": "Eine Wärmepumpe", "none": "Nichts davon" }
        },
        "bill": { "title": "Rechnung im Jahr" },
        "supplier": { "title": "Versorger", "options": { "other": "Ein anderer" } },
        "moved": { "title": "Seit wann?" }
      }
    },
    "roofs": {
      "title": "Ihre Dächer",
      "repeat": { "title": "Dach", "add": "Dach hinzufügen" },
      "fields": { "area": { "title": "Fläche in m²" } }
    },
    "profile": { "title": "Über Sie", "fields": { "note": { "title": "Noch etwas?" } } }
  },
  "thankYou": {
    "title": "Danke",
    "text": "Wir rufen Sie in {fact:wait} an.",
    "alerts": { "tenant": { "title": "Schade", "text": "Fragen Sie zuerst den Eigentümer." } }
  }
}`,
  'locales/de/forms/solar_2.json': `{ "title": "Solar in einer Minute" }`,
  'locales/de/mails/receipt.json': `{
  "subject": "Ihre Antworten: {form}",
  "blocks": {
    "hello": { "text": "Danke" },
    "answers": { "title": "Ihre Antworten" },
    "rights": { "text": "Lesen Sie unsere [Datenschutzerklärung](page:privacy)." },
    "more": { "label": "Mehr von {brand}" }
  }
}`,
  'locales/de/pages/solar.json': `{
  "title": "Solar",
  "description": "Solaranlagen ab {fact:price}, mit {fact:subsidy} Förderung.",
  "sections": {
    "hero": { "title": "Solar", "action": { "label": "Los" } },
    "faq": { "title": "Fragen", "questions": { "price": { "question": "Was kostet es?", "answer": "Nichts, und {fact:bonus} Bonus." } } },
    "cards": { "title": "Mehr", "cards": { "privacy": { "title": "Datenschutz" } } },
    "ways": { "title": "So geht es" }
  }
}`,
  'locales/de/blocks/more.json': `{ "title": "Weiterlesen", "cards": { "privacy": { "title": "Datenschutz" } } }`,
  'locales/de/blocks/ways.json': `{
  "title": "So funktioniert es",
  "steps": {
    "ask": { "title": "Sie antworten", "text": "Lesen Sie die [Datenschutzerklärung](page:privacy)." },
    "send": { "title": "Wir senden" },
    "wait": { "title": "Sie warten {fact:wait}" }
  }
}`,
  'locales/de/pages/solar-2.json': `{ "title": "Jetzt Solar" }`,
  'locales/de/pages/privacy.json': `{
  "title": "Datenschutz",
  "description": "Was wir behalten.",
  "sections": { "text": { "paragraphs": { "first": "Wir behalten [wenig](page:privacy)." } } }
}`,
  'locales/es/pages/privacy.json': `{
  "title": "Privacidad",
  "description": "Qué guardamos.",
  "sections": { "text": { "paragraphs": { "first": "Guardamos [poco](page:privacy)." } } }
}`,
}
