import { Component, type ReactNode } from 'react'
import type { PageView } from '#engine/site'
import { report } from '#web/http'
import { homeOf } from '#web/page'

interface Props {
  viewAtHand: () => PageView
  styleSheet: string
  children: ReactNode
}

/** When the error screen cannot be drawn either: the least that leads on. Nothing of the page is trusted but plain texts. */
export class LastResort extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    report('page', error)
  }

  override render() {
    const { viewAtHand, styleSheet, children } = this.props
    if (!this.state.hasFailed) return children
    const view = viewAtHand()
    const title = word(view, 'errorPageFailed') ?? 'An error occurred while showing the error page'
    return (
      <html lang={view.locale}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          <link rel="stylesheet" href={styleSheet} />
        </head>
        <body>
          <main className="lw-plain">
            <h1 className="lw-heading">{title}</h1>
            <p>
              {/* A frame on another site shows no other page. */}
              <a href={view.embed?.own ?? homeOf(view)} {...(view.embed && { target: '_blank', rel: 'noopener' })}>
                {word(view, 'toHome') ?? 'Home'}
              </a>
            </p>
          </main>
        </body>
      </html>
    )
  }
}

function word({ words }: PageView, name: string): string | null {
  const found: unknown = (words?.chrome as Record<string, unknown> | undefined)?.[name]
  return typeof found === 'string' ? found : null
}
