/** What rjsf says by itself where our templates and widgets do not: how yes and no are called without words of their own. */
export const TranslatableString = { YesLabel: 'Yes', NoLabel: 'No' } as const
