import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLazyComponent } from './lib/hooks/use-lazy-component.ts'

const loadShortcuts = async () => ({
  default: (await import('./features/workspace/shortcuts/form-shortcuts.tsx')).FormShortcuts,
})

/** A page that is only a form. It works without its list of shortcuts, which loads after it. */
export function FormPage({ children }: { children: ReactNode }) {
  const { Loaded } = useLazyComponent(loadShortcuts)
  return (
    <>
      {children}
      {Loaded && <Loaded />}
    </>
  )
}

/** The frame of pages that are only a form, such as the login. */
export function FormFrame() {
  return (
    <FormPage>
      <Outlet />
    </FormPage>
  )
}
