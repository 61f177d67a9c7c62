import type { createBrowserRouter } from 'react-router-dom'
import { unreached } from '#web/forms'
import { http } from '#web/http'
import { progress } from '#web/stores'

/** From now on the bar tells of every request, and of the way from one page to the next, its code included. */
export function followTraffic(router: ReturnType<typeof createBrowserRouter>): void {
  http.watch(progress)
  let isUnderWay = false
  router.subscribe(({ navigation, errors }) => {
    if (isUnderWay === (navigation.state !== 'idle')) return
    isUnderWay = !isUnderWay
    if (isUnderWay) progress.began()
    else progress.ended(errors !== null || unreached.kept !== null ? 'failed' : 'done')
  })
}
