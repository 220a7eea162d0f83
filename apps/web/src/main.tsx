import './styles/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { loadEnv } from './lib/env.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'
import { StartFailed } from './ui/start-failed.tsx'

// zod would try to compile its parsers with `new Function`, which the content security policy forbids and reports.
config({ jitless: true })

const element = document.querySelector('#root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

try {
  const { brand } = await loadEnv()
  document.title = brand
  const router = createAppRouter()
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
} catch (error) {
  console.error('The application could not start:', error)
  root.render(<StartFailed />)
}
