import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage, Words } from '#engine/react'
import { type OfferView, pressed, type ResultsView } from '#engine/site'
import type { OfferProperty } from '#schemas/generated/form.ts'
import styles from './OfferCard.module.css'
import { costOfYear, lacksOf, parameters } from './offer-list.ts'
import type { OfferWords } from './offer-words.ts'

/** The properties that are a line of a card; those that are a list have a place of their own. */
const facts: readonly OfferProperty[] = ['price', 'excess', 'rate', 'term', 'rating', 'validUntil']

/** The most of what an offer includes that a card says before it is opened. */
const mostBenefits = 6

interface Props {
  offer: OfferView
  /** What it is told apart from. */
  others: readonly OfferView[]
  view: ResultsView
  words: OfferWords
  heading: 'h2' | 'h3' | 'h4'
  /** Whether no other has a lower price or rate, whichever the form sorts by first. */
  isLowest: boolean
  /** Whether the address leads here: it was chosen last, or without its consent. */
  isTarget: boolean
  isMissingConsent: boolean
  /** The id of the form that its box for comparing belongs to; null where there is nothing to compare with. */
  controls: string | null
  isCompared: boolean
  /** Whether as many are compared as can be. */
  isFull: boolean
  onCompare: () => void
  onChosen: () => void
}

/** One offer: its price and its button before all that explains them. */
export function OfferCard({ offer, others, view, words, heading: Heading, ...props }: Props) {
  const { t } = useTranslation('offers')
  const { key, provider, product, isChosen } = offer
  const { isLowest, isTarget, isMissingConsent, controls, isCompared, isFull, onCompare, onChosen } = props
  const { card, compare = card, sort } = view.shows
  const benefits = card.includes('benefits') ? words.says(offer, 'benefits') : []
  return (
    <li
      id={isTarget ? 'chosen' : undefined}
      className={isChosen ? `${styles.card} ${styles.chosen}` : styles.card}
      data-offer={key}
    >
      {isLowest && <p className={styles.lowest}>{t(`lowest.${sort[0]}`)}</p>}
      <div className={styles.head}>
        {/* The product tells offers of one provider apart. */}
        <Heading className={styles.title}>
          {product} <span>{provider}</span>
        </Heading>
      </div>
      <div className={styles.deed}>
        <Price offer={offer} words={words} />
        <Choose
          offer={offer}
          consent={view.consent}
          words={words}
          isMissingConsent={isMissingConsent}
          onChosen={onChosen}
        />
      </div>
      <div className={styles.about}>
        <Facts offer={offer} words={words} properties={card.filter((each) => facts.includes(each))} />
        {benefits.length > 0 && (
          <ul className={styles.benefits}>
            {benefits.slice(0, mostBenefits).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {card.includes('benefits') && <Lacks {...{ offer, others, words }} />}
        {offer.asOf !== undefined && <p className={styles.note}>{t('asOf', { day: words.day(offer.asOf) })}</p>}
        <div className={styles.foot}>
          <Details
            offer={offer}
            words={words}
            properties={[...new Set([...card, ...compare])].filter((each) =>
              each === 'benefits'
                ? benefits.length > mostBenefits || !card.includes(each)
                : !(card.includes(each) && facts.includes(each)) && each !== 'price',
            )}
          />
          {controls !== null && (
            <label className={`lw-check ${styles.compare}`}>
              <input
                type="checkbox"
                form={controls}
                name={parameters.compared}
                value={key}
                defaultChecked={isCompared}
                disabled={isFull && !isCompared}
                onChange={onCompare}
              />
              <span>
                {t('compare')} <span className="lw-hidden">{`${provider} ${product}`}</span>
              </span>
            </label>
          )}
        </div>
      </div>
    </li>
  )
}

interface PartProps {
  offer: OfferView
  words: OfferWords
}

/** What it costs: by its own period, and over a year. */
function Price({ offer, words }: PartProps) {
  const { t } = useTranslation('offers')
  const { price, rate, currency } = offer
  if (!price && rate)
    return (
      <p className={styles.price}>
        <b>{words.says({ rate, currency } as OfferView, 'rate')[0]?.text}</b>
      </p>
    )
  if (!price) return <p className={styles.price}>{t('noPrice')}</p>
  const ofYear = costOfYear(offer)
  return (
    <p className={styles.price}>
      <b>{words.amount(price.amount, currency)}</b>{' '}
      <span className={styles.per}>
        <span>{t(`per.${price.period}`)}</span>{' '}
        {ofYear !== null && <span>{`${words.amount(ofYear, currency)} ${t('per.year')}`}</span>}
      </span>
    </p>
  )
}

/** What others include and it does not: a tick that is missing is easily overlooked. */
function Lacks({ offer, others, words }: PartProps & Pick<Props, 'others'>) {
  const { t } = useTranslation('offers')
  const { excluded, unsaid } = lacksOf(offer, others)
  const lines = Object.entries({ excluded, unsaid }).filter(([, lacking]) => lacking.length > 0)
  return lines.map(([kind, lacking]) => (
    <p key={kind} className={styles.note}>
      {t(`lacks.${kind}`, { list: lacking.slice(0, mostBenefits).map(words.term).join(', ') })}
    </p>
  ))
}

interface PropertiesProps extends PartProps {
  properties: readonly OfferProperty[]
}

/** Properties by name. */
function Properties({ offer, words, properties, className }: PropertiesProps & { className?: string | undefined }) {
  const { t } = useTranslation('offers')
  return (
    <dl className={className}>
      {properties.map((property) => (
        <div key={property}>
          <dt>{t(`properties.${property}`)}</dt>
          <dd>
            <Lines lines={words.says(offer, property)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Facts({ offer, words, properties }: PropertiesProps) {
  const said = properties.filter((each) => each !== 'price' && words.says(offer, each).length > 0)
  return said.length > 0 && <Properties className={styles.facts} {...{ offer, words, properties: said }} />
}

/** The details of an offer that its card does not show at once. */
function Details({ offer, words, properties }: PropertiesProps) {
  const { t } = useTranslation('offers')
  const said = properties.filter((each) => words.says(offer, each).length > 0)
  if (said.length === 0) return null
  return (
    <details className={`lw-more ${styles.details}`}>
      <summary>
        {t('details')} <span className="lw-hidden">{`${offer.provider} ${offer.product}`}</span>
      </summary>
      <Properties {...{ offer, words, properties: said }} />
    </details>
  )
}

/** A property's lines. Links to other sites open in a new tab, so that this page stays open. */
export function Lines({ lines }: { lines: ReturnType<OfferWords['says']> }) {
  const said = lines.map(({ text, amount, note, href }) => {
    const linked =
      href === undefined ? (
        text
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {text}
        </a>
      )
    return (
      <span key={text} className={amount === undefined ? undefined : styles.part}>
        {linked}
        {amount !== undefined && <b>{amount}</b>}
        {note !== undefined && <span className={styles.note}> {note}</span>}
      </span>
    )
  })
  if (said.length < 2) return said
  return (
    <ul className={styles.lines}>
      {said.map((each) => (
        <li key={each.key}>{each}</li>
      ))}
    </ul>
  )
}

interface ChooseProps extends PartProps {
  consent: ResultsView['consent']
  isMissingConsent: boolean
  onChosen: () => void
}

/** The way to the provider: a button, with its consent where one is asked, and the number to call. */
function Choose({ offer, consent, words, isMissingConsent, onChosen }: ChooseProps) {
  const { t } = useTranslation('offers')
  const [isMissing, setMissing] = useState(isMissingConsent)
  const { key, provider, product, link, phone, phoneText = phone, isChosen, chosenOn } = offer
  const leads = link !== undefined
  const errorId = `missing-${key}`
  // Chosen once, it leads on without being agreed to again.
  const isAsked = consent !== null && !isChosen
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const box = form.elements.namedItem('consent')
    if (box instanceof HTMLInputElement && box.type === 'checkbox' && !box.checked) {
      event.preventDefault()
      setMissing(true)
      box.focus()
      return
    }
    setMissing(false)
    // This page stays: there are the other offers, and what happens next.
    if (leads) form.target = '_blank'
    onChosen()
  }
  const button = (label: string) => (
    <button type="submit" name="offer" value={key} className={`lw-button ${styles.button}`}>
      {label}
      <span className="lw-hidden">{` – ${provider} ${product}`}</span>
    </button>
  )
  const hint = isChosen
    ? `${chosenOn === undefined ? t('chosen') : t('chosenOn', { day: words.day(chosenOn) })} ${t(leads ? 'nextLink' : 'nextCall', { provider })}`
    : t(leads ? 'hintLink' : 'hintCall', { provider })
  return (
    <>
      {isChosen && !leads ? null : (
        <form method="post" rel="noopener" onSubmit={submit}>
          <input type="hidden" name={pressed} value="offers" />
          {isAsked ? (
            <details className={styles.consent} open={isMissing}>
              <summary className={`lw-button ${styles.button}`}>
                {t('choose')}
                <span className="lw-hidden">{` – ${provider} ${product}`}</span>
              </summary>
              {isMissing && <ErrorMessage id={errorId} message={t('missing')} />}
              <label className="lw-option lw-consent">
                <input
                  type="checkbox"
                  name="consent"
                  value="yes"
                  aria-invalid={isMissing || undefined}
                  aria-describedby={isMissing ? errorId : undefined}
                />
                <span>
                  <Words text={consent.text} />
                </span>
              </label>
              {button(leads ? t('goTo', { provider }) : t('confirm'))}
            </details>
          ) : (
            button(isChosen ? t('goTo', { provider }) : t('choose'))
          )}
        </form>
      )}
      {phone !== undefined && (
        <p className={styles.phone}>
          <a href={`tel:${phone}`}>{t('call', { phone: phoneText })}</a>
        </p>
      )}
      <p className={isChosen ? `${styles.hint} ${styles.chosenNote}` : styles.hint}>{hint}</p>
    </>
  )
}
