export { anchorsOf } from './action-target.ts'
export { formerPaths, type PageAt, pathTable, placedPages } from './addresses/path-table.ts'
export { defaultLocale, isIndexed, localePath, pagePath, reservedAddresses } from './addresses/paths.ts'
export { homePath } from './addresses/shown-paths.ts'
export { type Asked, askedBy, longestAsked, type Query } from './asked.ts'
export { attributionNames } from './attribution-names.ts'
export { articleIn, articlesIn, languagesOf, textOf } from './blog/article.ts'
export type { ArticleCard } from './blog/article-card.ts'
export { articlePath, blogPage, fallbackLocale, listsArticles, pathOfSlug } from './blog/article-paths.ts'
export { articleFilters } from './blog/article-query.ts'
export { atomFeed, type FeedWords } from './blog/atom-feed.ts'
export { articleTexts, placedBlocks, wordCount } from './blog/reading-time.ts'
export { relatedTo } from './blog/related.ts'
export { type Brand, brandTable, hostsOf, siteLabel } from './brand-table.ts'
export { contrasts, nearError } from './brands/contrast.ts'
export type { Token } from './brands/tokens.ts'
export type { ConsentWords } from './consent-words.ts'
export { cookieList } from './cookie-list.ts'
export type { DealCard } from './deals/deal-card.ts'
export { type DealsShown, dealReads, dealsAt, dealsHref, shownMatches, shownPage } from './deals/deal-query.ts'
export { drawingsOf } from './deals/drawings.ts'
export { dealProblems, feedDeals, type ReadFeed, siteDeals } from './deals/feed-deals.ts'
export type { ListedDeal } from './deals/listed-deal.ts'
export { type DealStock, dealStock, mostFound, type Shelf, usualLimit } from './deals/shelf.ts'
export { askedScheme, embeddedOn, embeddedPage } from './embedding/embedded-view.ts'
export { type ErrorKind, errorKind } from './errors/error-kind.ts'
export { type ErrorPage, errorPageId, errorView, localeAt, waysOn } from './errors/error-view.ts'
export { countriesOf, hasFactLimits, inMarketsOf, marketsOfForm, withFactLimits } from './facts/countries.ts'
export { figureIn, type LimitUse, limitIn, limitUses } from './facts/limits.ts'
export { type FactReference, factsNamed, misspeltFacts, withFacts } from './facts/with-facts.ts'
export {
  addressWith,
  done,
  type FormPlace,
  formSections,
  held,
  isOneVisitors,
  isSent,
  linkToken,
  mainForm,
  moved,
  openedForm,
  placeOfKind,
  placesIn,
  shownOf,
  testIn,
  withTest,
} from './form-places.ts'

export { type FormVersion, formSources, formTables, type Hash, longListsOf, resolveVersion } from './form-version.ts'

export { formsNamed, isOfFrame } from './frame/frame-forms.ts'
export type { FooterView, FrameView, HeaderView, MenuGroup, MenuLink, MenuView } from './frame/frame-view.ts'
export type { GuardsView } from './guards.ts'
export { codesOf } from './heads/language-codes.ts'
export { type ShareImage, shareImage } from './heads/share-image.ts'
export { sitemap, structuredData } from './heads/structured-data.ts'
export { messages, messagesByFile, type Said, sourceLocale } from './i18n/messages.ts'
export { allTranslated } from './i18n/translated.ts'
export { type Translation, translations } from './i18n/translations.ts'
export { translator } from './i18n/translator.ts'
export {
  countLeaves,
  definitionWords,
  leaves,
  leavesHolding,
  textAt,
  type Word,
  wordPlace,
  wordsOf,
} from './i18n/words.ts'
export { inLanguage } from './in-language.ts'
export { languageDays, languageKey, preferredLanguage } from './languages/language-settings.ts'
export { mailColours } from './mails/mail-colours.ts'
export { type LeadItem, type LeadMail, leadHtml, mailHtml } from './mails/mail-html.ts'
export {
  buttonTo,
  type ComposedMail,
  composeMail,
  type MailItem,
  type MailLinks,
  type MailLists,
  type MailNotes,
} from './mails/mail-parts.ts'
export { mailText } from './mails/mail-text.ts'
export { type OfferMailWords, offerItems } from './mails/offer-items.ts'
export { type OfferSort, offersInOrder } from './offer-order.ts'
export { calculatorId } from './others/calculator-places.ts'
export type { ThirdParty } from './others/calculators.ts'
export { askedCategories, askedRevision, servicesOf, thirdParties } from './others/third-parties.ts'
export { addSectionKind, sectionKindOf } from './own-sections.ts'
export type {
  Dispatch,
  Draft,
  DraftPlace,
  Drafts,
  Ended,
  FoundPage,
  Opened,
  OpenOrder,
  PageHost,
  SaveOrder,
  Sent,
} from './page-host.ts'
export { begunAt, keyAt } from './page-key.ts'
export { askedOf, type PageView, pageView, type SectionView } from './page-view.ts'
export { answeringOf, givesOffers } from './partner-answers.ts'
export { type PeriodName, periodNames } from './periods/day-hours.ts'
export { addPhoto, allPhotos } from './photos.ts'
export { formSpokenOf } from './placeholders.ts'
export { pressed } from './pressed.ts'
export {
  goneResults,
  type OfferView,
  type PartnerState,
  type ResultsView,
  resultsAt,
  resultsPath,
} from './results-view.ts'
export { billReads, savingOf } from './savings/saving.ts'
export type { SectionPlace } from './section-kind.ts'
export type { UnsubscriptionState } from './sections/interactive.ts'
export { isOwnForForm, shownForms } from './shown-forms.ts'
export type { LeadMailWords, Site } from './site.ts'
