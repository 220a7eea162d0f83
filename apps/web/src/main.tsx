import './styles/app.css'
import { handoverCookies } from '@terrace/contracts/handover-cookies'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { FormPage } from './form-page.tsx'
import { loadEnv } from './lib/env.ts'
import { watchErrors } from './lib/watch-errors.ts'
import { startTracing } from './lib/tracing/start-tracing.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'
import { RouteLoader } from './ui/feedback/route-loader.tsx'
import { StartupError } from './ui/feedback/startup-error.tsx'

// zod's compiled parsers use `new Function`, which the content security policy blocks and reports.
config({ jitless: true })

const element = document.querySelector('#root')
if (!element) throw new Error('index.html has no #root')
let router: ReturnType<typeof createAppRouter> | undefined
const routeOf = () => router?.getMatchedRoutes(location.pathname)[0].at(-1)?.fullPath as string | undefined
const root = createRoot(element, watchErrors(routeOf))

try {
  const { brand } = await loadEnv()
  startTracing(routeOf)
  document.title = brand
  // Only a redirect from another site (spec §2) loads the handover code.
  if (document.cookie.includes(`${handoverCookies.redirect}=`)) {
    show(<RouteLoader />)
    const { runHandover } = await import('./features/handover/handover-gate.tsx')
    const page = await runHandover(() => show(application()))
    show(page ? <FormPage>{page}</FormPage> : application())
  } else show(application())
} catch (error) {
  // The browser's own function: logs the error, and triggers the listener of watchErrors.
  globalThis.reportError(error)
  root.render(<StartupError error={error} />)
}

function application(): ReactNode {
  router = createAppRouter()
  return <RouterProvider router={router} />
}

function show(page: ReactNode): void {
  root.render(<Providers>{page}</Providers>)
}
