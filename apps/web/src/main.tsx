import './styles/app.css'
import { handoverCookies } from '@terrace/contracts/handover-cookies'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { loadEnv } from './lib/env.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'
import { RouteLoader } from './ui/route-loader.tsx'
import { StartFailed } from './ui/start-failed.tsx'

// zod would try to compile its parsers with `new Function`, which the content security policy forbids and reports.
config({ jitless: true })

const element = document.querySelector('#root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

try {
  const { brand } = await loadEnv()
  document.title = brand
  // Sent here by another site (spec §2). Who is not carries nothing of it.
  if (document.cookie.includes(`${handoverCookies.redirect}=`)) {
    show(<RouteLoader />)
    const { takeOver } = await import('./features/handover/take-over.tsx')
    show((await takeOver(() => show(application()))) ?? application())
  } else show(application())
} catch (error) {
  console.error('The application could not start:', error)
  root.render(<StartFailed />)
}

function application(): ReactNode {
  return <RouterProvider router={createAppRouter()} />
}

function show(page: ReactNode): void {
  root.render(<Providers>{page}</Providers>)
}
