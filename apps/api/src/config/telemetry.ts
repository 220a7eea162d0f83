import { z } from 'zod'
import { described, serviceUrl } from './variable.ts'

export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: described(serviceUrl.optional(), {
    meaning:
      'A collector of traces that accepts OTLP over HTTP; `/v1/traces` is added. Without it, nothing is traced and nothing is loaded for it.',
    example: 'https://otel.example.com:4318',
    default: 'none: no traces',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: described(
    z
      .string()
      .default('')
      .transform((text, context): Record<string, string> => {
        const headers = text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) => /^([\w-]+)=(.+)$/.exec(part))
        if (headers.every((header) => header !== null))
          return Object.fromEntries(headers.map(([, name = '', value = '']) => [name, decode(value)]))
        // The message must not repeat a key.
        context.addIssue({ code: 'custom', message: 'must be name=value, separated by commas' })
        return z.NEVER
      }),
    {
      meaning: 'Headers for the collector, such as its key.',
      example: 'authorization=Bearer%20…',
      default: 'none',
    },
  ),
  OTEL_SERVICE_NAME: described(z.string().min(1).default('terrace'), {
    meaning: 'The name of this installation in traces; what browsers measured has `-browser` behind it.',
    example: 'terrace-web',
    isPublic: true,
  }),
  OTEL_TRACES_SAMPLER_ARG: described(z.coerce.number().min(0).max(1).default(0.1), {
    meaning:
      'Part of the traces that is recorded, from 0 to 1. All calls, events, jobs and emails of one trace are recorded or none, unless one caller has more recorded than the sample has of a caller at the rate limit.',
    example: '1',
  }),
  SENTRY_DSN: described(
    z
      .url({ protocol: /^https?$/ })
      .refine((text) => {
        const url = URL.parse(text)
        return url !== null && /^\w+$/.test(url.username) && /\/\d+$/.test(url.pathname)
      }, 'must be the DSN of a project, such as https://key@sentry.example.com/1')
      .optional(),
    {
      meaning:
        'Where unexpected errors of the server and of the browser are reported: Sentry, or a service that speaks its protocol. Browsers send theirs to the server. Email addresses, quoted values, long numbers and tokens are removed from their texts.',
      example: 'https://key@sentry.example.com/1',
      default: 'none: errors are in the log only',
    },
  ),
}

export interface TracesConfig {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  ratio: number
}

export interface TelemetryConfig {
  telemetry: {
    /** Undefined: nothing is traced. */
    traces: TracesConfig | undefined
    /** Undefined: errors are not reported elsewhere. */
    sentryDsn: string | undefined
  }
}

export const telemetryConfig = z.object(telemetryVariables).transform((values): TelemetryConfig => ({
  telemetry: {
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: values.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: values.OTEL_SERVICE_NAME,
            ratio: values.OTEL_TRACES_SAMPLER_ARG,
          },
    sentryDsn: values.SENTRY_DSN,
  },
}))

/** Values are percent-encoded, as the specification of the variable says; a stray `%` stays as it is. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
