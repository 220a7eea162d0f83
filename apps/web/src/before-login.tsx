import { Outlet } from '@tanstack/react-router'
import { useLazyComponent } from './lib/hooks/use-lazy-component.ts'

const loadShortcuts = async () => ({
  default: (await import('./features/workspace/shortcuts/form-shortcuts.tsx')).FormShortcuts,
})

/** The frame of pages before login. They work without their list of shortcuts, which loads after them. */
export function BeforeLogin() {
  const { Loaded } = useLazyComponent(loadShortcuts)
  return (
    <>
      <Outlet />
      {Loaded && <Loaded />}
    </>
  )
}
