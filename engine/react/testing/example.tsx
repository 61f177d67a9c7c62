import { readFile, writeFile } from 'node:fs/promises'
import { renderToStaticMarkup } from 'react-dom/server'
import { firstTurn } from '#engine/form/journey'
import { loadSite } from '#engine/node'
import { StepForm } from '#engine/react'
import { translator } from '#engine/site'

const loaded = await loadSite({ definitions: 'definitions', locales: 'locales' })
const version = loaded.ok ? loaded.site.forms.version('loan', 'en') : null
if (!loaded.ok || !version) throw new Error('Run `npx leadwright check`.')
const { t } = translator('en', loaded.site.texts.words('en'))
const page = renderToStaticMarkup(
  <form method="post" action="/my-own-address">
    <StepForm form={version.form} prefix="loan" turn={firstTurn(version.form)} arrived={false} t={t} />
  </form>,
)
const styles = await Promise.all(['theme', 'form'].map((name) => readFile(`engine/react/${name}.css`, 'utf8')))
await writeFile('loan.html', `<!doctype html><html lang="en"><style>${styles.join('')}</style>${page}</html>`)
