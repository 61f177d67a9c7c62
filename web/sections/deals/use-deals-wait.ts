import { useNavigation } from 'react-router-dom'
import { useShownWait } from '../../ui/use-shown-wait.ts'

/** Whether to show that other deals of a page are on their way. @param path that of the page */
export function useDealsWait(path: string): boolean {
  const { location } = useNavigation()
  return useShownWait(location?.pathname === path)
}
