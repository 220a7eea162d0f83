import { usePreference } from '#web/lib/preferences.ts'
import { defaultPlanWidth } from './plan-width.ts'

/** Whether the plan is shown next to the list, and how wide. Collapsing it keeps the width. */
export function usePlanLayout() {
  const [storedWidth, setWidth] = usePreference('plan_width', defaultPlanWidth)
  const [isCollapsed, setCollapsed] = usePreference('is_plan_collapsed', false)
  // Collapsing used to set the width to 0.
  const hasWidth = storedWidth > 0
  const isOpen = hasWidth && !isCollapsed

  function toggle() {
    setCollapsed(isOpen)
    if (!hasWidth) setWidth(defaultPlanWidth)
  }

  return { width: hasWidth ? storedWidth : defaultPlanWidth, setWidth, isOpen, toggle }
}
