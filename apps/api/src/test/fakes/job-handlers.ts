import type { PgBoss } from 'pg-boss'

/** A job store that runs nothing by itself: tests call the handlers of its queues. */
export function collectJobHandlers() {
  const handlers = new Map<string, (jobs: object[]) => Promise<unknown>>()
  const boss = {
    getSchedules: async () => [],
    unschedule: async () => undefined,
    createQueue: async () => undefined,
    schedule: async () => undefined,
    work: async (name: string, _options: object, handler: (jobs: object[]) => Promise<unknown>) => {
      handlers.set(name, handler)
    },
  }
  return {
    // The scheduler uses these methods only.
    boss: boss as unknown as PgBoss,
    async run(name: string): Promise<unknown> {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`no job ${name}`)
      return handler([{}])
    },
  }
}
