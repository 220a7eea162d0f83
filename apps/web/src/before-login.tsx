import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { whenIdle } from './lib/when-idle.ts'

type FormShortcuts = () => React.ReactNode

/** The frame of pages before login. Their list of shortcuts loads when the page is idle; without it they still work. */
export function BeforeLogin() {
  const [Shortcuts, setShortcuts] = useState<FormShortcuts | null>(null)
  useEffect(() => {
    async function load() {
      const { FormShortcuts } = await import('./features/workspace/shortcuts/form-shortcuts.tsx')
      setShortcuts(() => FormShortcuts)
    }
    return whenIdle(() => void load().catch(() => undefined))
  }, [])
  return (
    <>
      <Outlet />
      {Shortcuts && <Shortcuts />}
    </>
  )
}
