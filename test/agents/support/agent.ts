import { PostHogAgentToolkit } from '@posthog/agent-toolkit'

type Tools = Awaited<ReturnType<PostHogAgentToolkit['getTools']>>

/** The result of a tool: a document for most tools, otherwise a sentence. */
type Told = ReturnType<typeof JSON.parse>

/** The published toolkit as an agent uses it. */
export interface Agent {
  /** The tools that the scopes of the key permit. */
  readonly tools: Tools
  /** Calls a tool like frameworks do: the input from a model is validated by the tool's schema first. */
  use(name: string, input?: object): Promise<Told>
}

/** @param tools tools that another key may use, to try them with this one */
export async function agentOn(url: string, key: string, tools?: Tools): Promise<Agent> {
  const toolkit = new PostHogAgentToolkit({ posthogApiToken: key, posthogApiBaseUrl: url })
  const [own, context] = [await toolkit.getTools(), toolkit.getContext()]
  return {
    tools: own,
    async use(name, input = {}) {
      const tool = (tools ?? own).find((each) => each.name === name)
      if (!tool) throw new Error(`The key has no tool ${name}.`)
      const { content } = await tool.handler(context, tool.schema.parse(input))
      return parsed(content.map(({ text }: { readonly text: string }) => text).join(''))
    },
  }
}

function parsed(text: string): Told {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
