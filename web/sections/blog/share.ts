/** Shows the ways to pass an article on that this browser has, and makes them work. Harmless when called twice. */
export function offerSharing(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-share]')) {
    const { share: url = '', title = '' } = list.dataset
    offer(list, 'device', 'share' in navigator, () => navigator.share({ title, url }))
    offer(list, 'copy', 'clipboard' in navigator, (button) =>
      navigator.clipboard.writeText(url).then(() => {
        button.dataset.done = ''
      }),
    )
  }
}

function offer(
  list: HTMLElement,
  way: string,
  isThere: boolean,
  act: (button: HTMLButtonElement) => Promise<void>,
): void {
  const button = list.querySelector<HTMLButtonElement>(`[data-way=${way}]`)
  if (!button || !isThere) return
  if (button.parentElement) button.parentElement.hidden = false
  // Who closes the device's dialog has changed their mind.
  button.onclick = () => void act(button).catch(() => {})
}
