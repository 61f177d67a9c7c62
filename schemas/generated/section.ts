// Generated from schemas/section.schema.json by `npx leadwright types`. Do not edit.
import type { ArticleSection } from './sections/article.ts'
import type { ArticlesSection } from './sections/articles.ts'
import type { CalculatorSection } from './sections/calculator.ts'
import type { CardsSection } from './sections/cards.ts'
import type { CompanySection } from './sections/company.ts'
import type { ComparisonSection } from './sections/comparison.ts'
import type { ConfirmationSection } from './sections/confirmation.ts'
import type { ContactSection } from './sections/contact.ts'
import type { CookiesSection } from './sections/cookies.ts'
import type { CreditExampleSection } from './sections/credit-example.ts'
import type { DealsSection } from './sections/deals.ts'
import type { FaqSection } from './sections/faq.ts'
import type { FormSection } from './sections/form.ts'
import type { HeroSection } from './sections/hero.ts'
import type { LegalSection } from './sections/legal.ts'
import type { OffersSection } from './sections/offers.ts'
import type { PartnersSection } from './sections/partners.ts'
import type { PeriodsSection } from './sections/periods.ts'
import type { PointsSection } from './sections/points.ts'
import type { RetentionSection } from './sections/retention.ts'
import type { SavingsCheckSection } from './sections/savings-check.ts'
import type { SentSection } from './sections/sent.ts'
import type { SliderSection } from './sections/slider.ts'
import type { SponsorsSection } from './sections/sponsors.ts'
import type { StatementSection } from './sections/statement.ts'
import type { StepsSection } from './sections/steps.ts'
import type { TestimonialsSection } from './sections/testimonials.ts'
import type { TextSection } from './sections/text.ts'
import type { UnsubscriptionSection } from './sections/unsubscription.ts'

/**
 * A section; its kind decides its other properties.
 */
export type Section =
  | ArticleSection
  | ArticlesSection
  | CalculatorSection
  | CardsSection
  | CompanySection
  | ComparisonSection
  | ConfirmationSection
  | ContactSection
  | CookiesSection
  | CreditExampleSection
  | DealsSection
  | FaqSection
  | FormSection
  | HeroSection
  | LegalSection
  | OffersSection
  | PartnersSection
  | PeriodsSection
  | PointsSection
  | RetentionSection
  | SavingsCheckSection
  | SentSection
  | SliderSection
  | SponsorsSection
  | StatementSection
  | StepsSection
  | TestimonialsSection
  | TextSection
  | UnsubscriptionSection
