import { builtinEnvironments, type Environment, type EnvironmentReturn } from 'vitest/runtime'

let opened: Promise<EnvironmentReturn> | undefined

/** One window for all test files of a process, which share modules too. setup.ts tidies it after every test. */
const environment: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'shared-window',
  async setup(global, options) {
    opened ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options))
    await opened
    return { teardown: () => undefined }
  },
}

export default environment
