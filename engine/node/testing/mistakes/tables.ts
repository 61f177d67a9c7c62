import { ofBounds } from './forms/of-bounds.ts'
import { ofChoices } from './forms/of-choices.ts'
import { ofComputed } from './forms/of-computed.ts'
import { ofConditions } from './forms/of-conditions.ts'
import { ofEmbedding } from './forms/of-embedding.ts'
import { ofEstimates } from './forms/of-estimates.ts'
import { ofFields } from './forms/of-fields.ts'
import { ofFiles } from './forms/of-files.ts'
import { ofForms } from './forms/of-forms.ts'
import { ofLimits } from './forms/of-limits.ts'
import { ofOfferMails } from './forms/of-offer-mails.ts'
import { ofOpenings } from './forms/of-openings.ts'
import { ofOptions } from './forms/of-options.ts'
import { ofReminders } from './forms/of-reminders.ts'
import { ofSavedForms } from './forms/of-saved-forms.ts'
import { ofSubscriptions } from './forms/of-subscriptions.ts'
import { ofVariants } from './forms/of-variants.ts'
import { ofWaysOn } from './forms/of-ways-on.ts'
import type { Mistake } from './mistake.ts'
import { ofAddresses } from './of-addresses.ts'
import { ofBrands } from './of-brands.ts'
import { ofCalls } from './of-calls.ts'
import { ofFacts } from './of-facts.ts'
import { ofFrames } from './of-frames.ts'
import { ofGeo } from './of-geo.ts'
import { ofHeads } from './of-heads.ts'
import { ofMails } from './of-mails.ts'
import { ofMaps } from './of-maps.ts'
import { ofOffers } from './of-offers.ts'
import { ofPartners } from './of-partners.ts'
import { ofScripts } from './of-scripts.ts'
import { ofShape } from './of-shape.ts'
import { ofSyntax } from './of-syntax.ts'
import { ofTariffs } from './of-tariffs.ts'
import { ofWords } from './of-words.ts'
import { ofArticles } from './pages/of-articles.ts'
import { ofBlocks } from './pages/of-blocks.ts'
import { ofCalculators } from './pages/of-calculators.ts'
import { ofCredits } from './pages/of-credits.ts'
import { ofDeals } from './pages/of-deals.ts'
import { ofFiguresShown } from './pages/of-figures-shown.ts'
import { ofPages } from './pages/of-pages.ts'
import { ofPresets } from './pages/of-presets.ts'

/** Every mistake that is planted, by what it is about. The index of mistakes is made from it. */
export const tables: Readonly<Record<string, readonly Mistake[]>> = {
  syntax: ofSyntax,
  shape: ofShape,
  forms: ofForms,
  frames: ofFrames,
  fields: ofFields,
  choices: ofChoices,
  files: ofFiles,
  bounds: ofBounds,
  limits: ofLimits,
  'options that depend on answers': ofOptions,
  facts: ofFacts,
  'figures shown': ofFiguresShown,
  variants: ofVariants,
  conditions: ofConditions,
  computed: ofComputed,
  estimates: ofEstimates,
  mails: ofMails,
  subscriptions: ofSubscriptions,
  reminders: ofReminders,
  'mails about offers': ofOfferMails,
  'ways on': ofWaysOn,
  embedding: ofEmbedding,
  'saved forms': ofSavedForms,
  openings: ofOpenings,
  addresses: ofAddresses,
  pages: ofPages,
  blocks: ofBlocks,
  credits: ofCredits,
  presets: ofPresets,
  geo: ofGeo,
  heads: ofHeads,
  brands: ofBrands,
  scripts: ofScripts,
  partners: ofPartners,
  offers: ofOffers,
  maps: ofMaps,
  calls: ofCalls,
  tariffs: ofTariffs,
  words: ofWords,
  deals: ofDeals,
  calculators: ofCalculators,
  articles: ofArticles,
}
