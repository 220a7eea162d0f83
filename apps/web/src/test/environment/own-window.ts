import { runInContext } from 'node:vm'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * A window and modules of its own for every test file, in a process that files share. Vitest's window lacks parts of the
 * web platform that Node has, such as streams.
 */
const environment: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'own-window',
  async setupVM(options) {
    const dom = await builtinEnvironments.jsdom.setupVM?.(options)
    if (!dom) throw new Error('this version of Vitest cannot set up a window')
    // The global object of a context.
    const window = runInContext('globalThis', dom.getVmContext()) as Record<string, unknown>
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!(name in window)) window[name] = Reflect.get(globalThis, name)
    }
    return dom
  },
}

export default environment
