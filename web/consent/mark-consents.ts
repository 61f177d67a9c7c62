/** What stands in the page for a service is there once that is consented to. */
export function markConsents(categories: readonly string[]): void {
  document.documentElement.dataset.consents = ['necessary', ...categories].join(' ')
}
