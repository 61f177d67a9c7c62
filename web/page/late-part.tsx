import { type ComponentType, createContext, createElement, memo, Suspense, use } from 'react'

/**
 * A part of a page that no form needs to be answered: its code comes once answers can be judged. Until then what the server
 * drew stays as it is, and works as HTML does; then React takes it over.
 */
export interface LatePart<P> {
  /** Draws the part, and leaves it alone until its code is here. */
  Late: ComponentType<P>
  /** Draws the part whose code is here. */
  Part: ComponentType<P>
  /** Fetches the code, unless it is here. Where it does not come, it is asked for again the next time. */
  load: () => Promise<void>
}

/** On a server: the marks that stand in place of parts which are the same for all visitors, by their name. */
export const MarksContext = /* @__PURE__ */ createContext<ReadonlyMap<string, string>>(new Map())

/** @param name where the part is drawn from a page's view alone: a server draws it once for all who see that */
export function latePart<P extends object>(fetch: () => Promise<ComponentType<P>>, name?: string): LatePart<P> {
  let part: ComponentType<P> | undefined
  let arrive = () => {}
  const isHere = new Promise<void>((resolve) => {
    arrive = resolve
  })
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part
  const Part = (props: P) => {
    if (!part) use(isHere)
    return part && createElement(part, props)
  }
  const draw = (props: P) => {
    const mark = import.meta.env.SSR && name !== undefined ? use(MarksContext).get(name) : undefined
    return createElement(Suspense, null, mark ?? createElement(Part, props))
  }
  return {
    // Drawn again only when what it shows is another: a change that reaches it before its code would wait for that.
    Late: memo(draw) as unknown as ComponentType<P>,
    Part,
    async load() {
      part ??= await fetch()
      arrive()
    },
  }
}

/** A page names what the loaded client does not know: the client is older than the server. */
export class UnknownPart extends Error {
  readonly status = 500

  constructor(kind: 'guard' | 'section', name: string) {
    super(`Unknown ${kind} ${name}`)
  }
}
