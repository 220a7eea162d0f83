import type { ErrorCode } from '@terrace/contracts/error-codes'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commonErrors } from '#api/shared/app-error.ts'
import { asUnavailable } from '#api/shared/unavailable-error.ts'

const internalCode = 'internal' satisfies ErrorCode

const codeOfStatus: Record<number, 'request.malformed' | 'request.too_large' | 'rate.limited'> = {
  400: 'request.malformed',
  413: 'request.too_large',
  415: 'request.malformed',
  429: 'rate.limited',
}

/**
 * Renders every error as `{errors, code, request_id}` (product.md §9), without internals. No other code renders
 * errors.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = knownError(error)
    const outage = known ? undefined : asUnavailable(error)
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.info('client closed the connection before the response')
    else if (outage)
      request.log.warn({ err: error }, 'request failed: the database or a service is unavailable')
    else if (!known) request.log.error({ err: error }, 'request failed')
    return render(known ?? outage, request, reply)
  })
}

/** Responds to a URL that the router cannot decode or that has too long a segment. */
export function rejectMalformedUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void render(commonErrors.make('route.not_found'), request, reply)
}

function render(known: AppError | undefined, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (known?.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfterSeconds)))
  }
  return reply
    .code(known?.status ?? 500)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      errors: { title: known?.title ?? 'Something went wrong!', ...known?.details },
      code: known?.code ?? internalCode,
      request_id: request.id,
    })
}

/** The code of the response to this error. */
export function refusalCodeOf(error: FastifyError | AppError): ErrorCode {
  return (knownError(error) ?? asUnavailable(error))?.code ?? internalCode
}

function knownError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error
  const code = error.statusCode === undefined ? undefined : codeOfStatus[error.statusCode]
  return code && commonErrors.make(code, { cause: error })
}
