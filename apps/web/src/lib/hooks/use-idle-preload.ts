import { useEffect } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { preloadComponent, type ComponentLoader } from './use-lazy-component.ts'

/** Loads a component that may be needed next as soon as the browser is idle. */
export function useIdlePreload<Props>(load: ComponentLoader<Props>): void {
  useEffect(() => whenIdle(() => void preloadComponent(load)), [load])
}
