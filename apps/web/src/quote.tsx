import './styles/app.css'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { loadEnv } from './lib/env.ts'
import { watchErrors } from './lib/watch-errors.ts'
import { startTracing } from './lib/tracing/start-tracing.ts'
import Quote from './routes/quote.tsx'
import { StartupError } from './ui/feedback/startup-error.tsx'

// Required by the content security policy, as in main.tsx.
config({ jitless: true })

const element = document.querySelector('#root')
if (!element) throw new Error('quote.html has no #root')
const routeOf = () => '/quote/$slug'
const root = createRoot(element, watchErrors(routeOf))

try {
  await loadEnv()
  startTracing(routeOf)
  root.render(<Quote pathname={location.pathname} />)
} catch (error) {
  // Logs it and triggers the listener of watchErrors.
  reportError(error)
  root.render(<StartupError error={error} />)
}
