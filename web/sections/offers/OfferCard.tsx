import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage, Words } from '#engine/react'
import { type OfferView, pressed, type ResultsView } from '#engine/site'
import type { OfferProperty } from '#schemas/generated/form.ts'
import { Mark } from '#web/ui'
import styles from './OfferCard.module.css'
import { costOfYear, coversOf, includes, mostCovers, parameters } from './offer-list.ts'
import type { OfferWords, Rows } from './offer-words.ts'

interface Props {
  offer: OfferView
  /** What all offers are compared by: each has the same lines. */
  rows: Rows
  view: ResultsView
  words: OfferWords
  heading: 'h2' | 'h3' | 'h4'
  /** What there is to choose it for, as keys of its texts. */
  reasons: readonly (`lowest.${'price' | 'rate'}` | `reasons.${'noExcess' | 'mostCover'}`)[]
  /** Whether what it includes is counted against what the others do. */
  isCounted: boolean
  /** Whether offers with different payment periods are compared by their price for a year. */
  isOverAYear: boolean
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

/** One offer, with the same lines in the same order as the others: what it costs, what it covers, and its button. */
export function OfferCard({ offer, rows, view, words, heading: Heading, ...props }: Props) {
  const { t } = useTranslation('offers')
  const { key, provider, product, isChosen } = offer
  const {
    reasons,
    isCounted,
    isOverAYear,
    isTarget,
    isMissingConsent,
    controls,
    isCompared,
    isFull,
    onCompare,
    onChosen,
  } = props
  const { card, compare = card } = view.shows
  const { facts, covers } = rows
  const { benefits = [] } = offer
  const more = card.includes('benefits') ? coversOf([offer]).filter((each) => !rows.known.includes(each)) : []
  const known = [...rows.known, ...more]
  const unsaid = covers.filter((cover) => includes(offer, cover) === 'notSaid')
  const isCovered = benefits.every((each) => [...covers, ...more].includes(each))
  return (
    <li
      id={isTarget ? 'chosen' : undefined}
      className={isChosen ? `${styles.card} ${styles.chosen}` : styles.card}
      data-offer={key}
    >
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{t(reason)}</li>
          ))}
        </ul>
      )}
      <div className={styles.head}>
        {offer.logo ? (
          <Mark logo={offer.logo} className={styles.logo} />
        ) : (
          <span className={styles.mark} aria-hidden="true">
            {lettersOf(provider)}
          </span>
        )}
        {/* The product tells offers of one provider apart. */}
        <Heading className={styles.title}>
          {product} <span>{provider}</span>
        </Heading>
      </div>
      <Price {...{ offer, words, isOverAYear }} />
      {known.length > 0 && <Tally isCounted={isCounted} {...{ offer, known }} />}
      {facts.length > 0 && <Properties className={styles.facts} {...{ offer, words }} properties={facts} />}
      {covers.length > 0 && (
        <ul className={styles.covers}>
          {covers.map((cover) => {
            const is = includes(offer, cover)
            return (
              <li key={cover} data-is={is}>
                <span>{words.term(cover)}</span> <span className="lw-hidden">{t(is)}</span>
              </li>
            )
          })}
        </ul>
      )}
      {more.length > 0 && (
        <ul className={styles.more}>
          {more.map((cover) => (
            <li key={cover} data-is="included">
              {words.term(cover)} <span className="lw-hidden">{t('included')}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.deed}>
        <Choose
          offer={offer}
          consent={view.consent}
          words={words}
          isMissingConsent={isMissingConsent}
          onChosen={onChosen}
        />
      </div>
      <div className={styles.foot}>
        <Details
          offer={offer}
          words={words}
          unsaid={unsaid}
          properties={[...new Set([...card, ...compare])].filter((each) =>
            each === 'benefits' ? !isCovered : each !== 'price' && !facts.includes(each),
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
    </li>
  )
}

/** How much of what the offers include this one does: in words, and as marks to see at a glance. */
function Tally({ offer, known, isCounted }: { offer: OfferView; known: readonly string[]; isCounted: boolean }) {
  const { t } = useTranslation('offers')
  const included = known.filter((cover) => includes(offer, cover) === 'included').length
  return (
    <p className={styles.tally}>
      <span>{isCounted ? t('includedOf', { included, known: known.length }) : t('includes', { included })}</span>
      {isCounted && known.length <= mostCovers && (
        <span className={styles.marks} aria-hidden="true">
          {known.map((cover, index) => (
            <i key={cover} className={index < included ? styles.has : undefined} />
          ))}
        </span>
      )}
    </p>
  )
}

/** What marks a provider: the first letters of its first and its last word. */
function lettersOf(provider: string): string {
  const first = provider.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  return [first[0], ...(first.length > 1 ? [first.at(-1)] : [])].join('').toLocaleUpperCase()
}

interface PartProps {
  offer: OfferView
  words: OfferWords
}

/** What it costs: over a year, by which offers of different periods are compared, and by its own period. */
function Price({ offer, words, isOverAYear }: PartProps & Pick<Props, 'isOverAYear'>) {
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
  const main = ofYear === null ? price : { amount: ofYear, period: 'year' as const }
  return (
    <p className={styles.price}>
      <b>{words.price(main.amount, currency)}</b>{' '}
      <span className={styles.per}>
        <span>{t(`per.${main.period}`)}</span>{' '}
        {main !== price && <span>{`${words.price(price.amount, currency)} ${t(`per.${price.period}`)}`}</span>}
        {main === price && isOverAYear && price.period === 'year' && <span>{t('paidYearly')}</span>}
      </span>
    </p>
  )
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
            {words.says(offer, property).length === 0 && <span className={styles.note}>{t('notSaid')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What of an offer its card does not show at once: the rest of what it says, who it is completed with, and from when it is. */
function Details({ offer, words, properties, unsaid }: PropertiesProps & { unsaid: readonly string[] }) {
  const { t } = useTranslation('offers')
  const { provider, product, link, isChosen, asOf } = offer
  const said = properties.filter((each) => words.says(offer, each).length > 0)
  return (
    <details className={`lw-more ${styles.details}`}>
      <summary>
        {t('details')} <span className="lw-hidden">{`${provider} ${product}`}</span>
      </summary>
      {said.length > 0 && <Properties {...{ offer, words, properties: said }} />}
      {unsaid.length > 0 && (
        <p>
          <b>{t('notSaid')}:</b> {unsaid.map(words.term).join(', ')}
        </p>
      )}
      {!isChosen && (
        <>
          <p className={styles.note}>{t(link === undefined ? 'hintCall' : 'hintLink', { provider })}</p>
          <Call offer={offer} />
        </>
      )}
      {asOf !== undefined && <p className={styles.note}>{t('asOf', { day: words.day(asOf) })}</p>}
    </details>
  )
}

/** The number to call. */
function Call({ offer: { phone, phoneText = phone } }: Pick<PartProps, 'offer'>) {
  const { t } = useTranslation('offers')
  return (
    phone !== undefined && (
      <p className={styles.phone}>
        <a href={`tel:${phone}`}>{t('call', { phone: phoneText })}</a>
      </p>
    )
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

/** The way to the provider: a button, with its consent where one is asked; once chosen, what to do next. */
function Choose({ offer, consent, words, isMissingConsent, onChosen }: ChooseProps) {
  const { t } = useTranslation('offers')
  const [isMissing, setMissing] = useState(isMissingConsent)
  const box = useRef<HTMLInputElement>(null)
  // Browsers ignore `autofocus` where the address names a place in the page, as it does after a press without a script.
  useEffect(() => {
    if (isMissingConsent && document.activeElement === document.body) box.current?.focus()
  }, [isMissingConsent])
  const { key, provider, product, link, isChosen, chosenOn } = offer
  const leads = link !== undefined
  const errorId = `missing-${key}`
  // Chosen once, it leads on without being agreed to again.
  const isAsked = consent !== null && !isChosen
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    if (box.current?.checked === false) {
      event.preventDefault()
      setMissing(true)
      box.current.focus()
      return
    }
    setMissing(false)
    // This page stays: there are the other offers, and what happens next.
    if (leads) form.target = '_blank'
    onChosen()
  }
  const look = `lw-button ${styles.button}`
  const button = (label: string) => (
    <button type="submit" name="offer" value={key} className={look}>
      {label}
      <span className="lw-hidden">{` – ${provider} ${product}`}</span>
    </button>
  )
  return (
    <>
      {isChosen && !leads ? null : (
        <form method="post" rel="noopener" onSubmit={submit}>
          <input type="hidden" name={pressed} value="offers" />
          {isAsked ? (
            <details className={styles.consent} open={isMissing}>
              <summary className={look}>
                {t('choose')}
                <span className="lw-hidden">{` – ${provider} ${product}`}</span>
              </summary>
              {isMissing && <ErrorMessage id={errorId} message={t('missing')} />}
              <label className="lw-option lw-consent">
                <input
                  ref={box}
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
      {isChosen && (
        <>
          <p className={styles.chosenNote}>
            {chosenOn === undefined ? t('chosen') : t('chosenOn', { day: words.day(chosenOn) })}{' '}
            {t(leads ? 'nextLink' : 'nextCall', { provider })}
          </p>
          <Call offer={offer} />
        </>
      )}
    </>
  )
}
