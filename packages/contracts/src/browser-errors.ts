import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Longest parts of a report. */
export const browserErrorLimits = { type: 100, message: 1000, frames: 20, function: 100, file: 200 } as const

const text = (max: number) => z.string().check(z.maxLength(max))
const position = z.int().check(z.gte(0), z.lte(100_000_000))

/** A path without a host, so that it can be neither a page's address nor a file of a user's machine. */
const scriptPath = z.string().check(
  z.maxLength(browserErrorLimits.file),
  // A page's address never ends like this.
  z.regex(/^\/[\w./@~-]+\.[cm]?[jt]sx?$/, 'must be the path of a script, such as /assets/main.js'),
)

/** Segments are parameters or words; an id or a token is neither. */
const routePattern = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^\/$|^(?:\/(?:\$[a-zA-Z]*|\{\$[a-zA-Z]+\}[a-z-]*|[a-z-]+))+$/,
      'must be the pattern of a route, such as /tickets/$name/$id',
    ),
  )

export const browserErrorsRoutes = {
  /** An unexpected error in the browser, which the server passes on without personal data. */
  report: defineRoute({
    name: 'browser-errors.report',
    method: 'POST',
    path: '/browser-errors',
    auth: 'public',
    body: z.object({
      type: text(browserErrorLimits.type).check(z.minLength(1)),
      message: text(browserErrorLimits.message),
      /** The innermost first. */
      frames: z
        .array(
          z.object({
            function: text(browserErrorLimits.function),
            file: scriptPath,
            line: position,
            column: position,
          }),
        )
        .check(z.maxLength(browserErrorLimits.frames)),
      route: routePattern,
      /** As the page's configuration names it. */
      release: z
        .string()
        .check(z.regex(/^terrace@[\w.+-]{1,40}$/, 'must be a release, such as terrace@1.0.0')),
    }),
    response: z.object({}),
    errors: [],
    perMinute: 30,
    maxBodyBytes: 16_384,
  }),
}
