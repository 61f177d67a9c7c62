import { useEffect, useMemo, useRef } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { ScrollRestoration, useLoaderData, useLocation } from 'react-router-dom'
import type { TestReason } from '#engine/form/lead/lead.ts'
import { mainForm } from '#engine/site/form-places.ts'
import { translator } from '#engine/site/i18n/translator.ts'
import { ChatContainer } from '../consent/ChatContainer.tsx'
import { PageViews } from '../consent/PageViews.tsx'
import { takenBy } from '../forms/continued.ts'
import { Frame } from '../layout/Frame.tsx'
import type { PageData } from '../page/page-data.ts'
import { standOn } from '../popup/stand-on.ts'
import { Sections } from '../sections/Sections.tsx'
import { root } from '../stores/root.ts'
import { focusHeading } from '../ui/focus-heading.ts'
import { showPlace } from '../ui/show-place.ts'
import { Document } from './Document.tsx'
import { Unreached } from './faults/Unreached.tsx'

/** On the machine that the site is tried on: why no partner gets what was just sent. */
function TestNotice({ test }: { test: TestReason }) {
  const { t } = useTranslation()
  return (
    <p className="lw-test" role="status">
      {`${t(test === 'phone' ? 'testPhone' : 'testDraft')} ${t('testLead')}`}
    </p>
  )
}

/** The whole document of any page: its frame around its sections. */
export function Page() {
  const page = useLoaderData<PageData>()
  const { view, forms, acted, test } = page
  const words = useMemo(() => translator(view.locale, view.words), [view])
  const taker = takenBy(page)
  useEffect(() => root.show(view), [view])
  useEffect(() => standOn(view), [view])
  // Another page, or the main form's first screen again: steps and thanks take the focus themselves.
  const place = taker === null ? view.path : ''
  const lastPlace = useRef(place)
  const { hash } = useLocation()
  useEffect(() => {
    if (place !== '' && place !== lastPlace.current && !showPlace(hash)) focusHeading()
    lastPlace.current = place
  }, [place, hash])
  return (
    <I18nextProvider i18n={words}>
      <Document view={view} state={forms[acted ?? mainForm(view)?.id ?? ''] ?? null}>
        <ScrollRestoration />
        <PageViews />
        <Frame page={page} taker={taker}>
          {test && <TestNotice test={test} />}
          <Sections page={page} taker={taker} />
          {view.chat && <ChatContainer chat={view.chat} />}
        </Frame>
        <Unreached />
      </Document>
    </I18nextProvider>
  )
}
