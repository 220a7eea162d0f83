import { productionProblems } from './variable.ts'

/** What deploy/terrace.env.example has in place of secrets: `<openssl rand -hex 16>`. */
const placeholder = /<(?:openssl|secret|publishable|signing) [^>]*>/

/** Values of the example file are public, so a server that started with one could be taken over. */
export const placeholdersInProduction = productionProblems((env) =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      typeof value === 'string' && placeholder.test(value)
        ? 'is what the example file says; replace it by a value of your own'
        : undefined,
    ]),
  ),
)
