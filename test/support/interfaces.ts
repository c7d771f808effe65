// An integration with an interface of its own, built with the public runtime and its components.
import { bundle } from './public-runtime.ts'

const SOURCE = `import { createComponent, createIntegration } from '@gitbook/runtime'
  const counter = createComponent({
    componentId: 'counter',
    initialState: (props) => ({ count: props.from ?? 0, name: '' }),
    action: async (element, action) => {
      if (action.action === 'fail') throw new Error('It fails')
      if (action.action === 'count') return { state: { ...element.state, count: element.state.count + 1 } }
      if (action.action === 'keep') return { props: { ...element.props, from: element.state.count } }
      if (action.action === '@ui.modal.close') return { state: { ...element.state, name: action.returnValue.name } }
      return element
    },
    render: async (element, { environment }) => {
      element.setCache({ maxAge: 600 })
      if (element.props.title === 'slow') await new Promise(() => {})
      return (
        <block controls={[{ label: 'Keep the number', onPress: { action: 'keep' } }]}>
          <card title={element.props.title ?? 'Counter'} hint="Counts presses">
            <text>Pressed {String(element.state.count)} times by {element.state.name || 'nobody'}, {element.context.theme}</text>
          </card>
          <hstack>
            <button style="primary" label="Count" onPress={{ action: 'count' }} />
            <button label="Who?" onPress={{ action: '@ui.modal.open', componentId: 'who', props: {} }} />
            <button label="Fail" onPress={{ action: 'fail' }} confirm={{ title: 'Really?', text: 'It fails.', confirm: 'Go on' }} />
            <button label="Site" onPress={{ action: '@ui.url.open', url: 'https://counter.example/' }} />
          </hstack>
          {element.props.framed ? (
            <webframe
              source={{ url: environment.integration.urls.publicEndpoint + '/frame' }}
              aspectRatio={4}
              data={{ count: String(element.state.count) }}
            />
          ) : null}
        </block>
      )
    },
  })
  const who = createComponent({
    componentId: 'who',
    initialState: { name: '' },
    action: async (element, action) =>
      action.action === 'done' ? { type: 'complete', returnValue: { name: element.state.name } } : element,
    render: async () => (
      <modal title="Who presses?" submit={<button label="Tell" style="primary" onPress={{ action: 'done' }} />}>
        <input label="Name" element={<textinput state="name" />} />
      </modal>
    ),
  })
  const settings = createComponent({
    componentId: 'settings',
    initialState: (props) => ({ city: props.installation.configuration?.city ?? '', step: 'city' }),
    action: async (element, action, { api, environment }) => {
      if (action.action === 'step') return { state: { ...element.state, step: action.step } }
      if (action.action !== 'save') return element
      await api.integrations.updateIntegrationInstallation(environment.integration.name, environment.installation.id, {
        configuration: { city: element.state.city },
      })
      return { type: 'complete' }
    },
    render: async (element, { environment }) => (
      <configuration>
        <stepper activeStep={element.state.step} onStepChange={{ action: 'step' }} onComplete={{ action: 'save' }}>
          <step id="city" title="Where" next>
            <input label="City" hint="Where the weather is" element={<textinput state="city" />} />
            <input
              label="Unit"
              element={<select state="unit" options={{ url: environment.installation.urls.publicEndpoint + '/units' }} />}
            />
          </step>
          <step id="end" title="Finish" next>
            <markdown content={'You chose **' + (element.state.city || 'nothing') + '** in ' + (element.state.unit || 'no unit')} />
          </step>
        </stepper>
      </configuration>
    ),
  })
  const FRAME = '<!doctype html><p id="told">Nothing</p><script>' +
    'addEventListener("message", ({ data }) => { if (data.state) document.getElementById("told").textContent = "Told " + data.state.count });' +
    'parent.postMessage({ action: { action: "@webframe.ready" } }, "*");' +
    'parent.postMessage({ action: { action: "@webframe.resize", size: { height: 90 } } }, "*")</script>'
  export default createIntegration({
    components: [counter, who, settings],
    fetch: async (request) =>
      request.url.endsWith('/units')
        ? Response.json([{ id: 'c', label: 'Celsius' }, { id: 'f', label: 'Fahrenheit' }])
        : new Response(FRAME, { headers: { 'content-type': 'text/html' } }),
  })`

export const COUNTER = { id: 'counter', title: 'Counter', description: 'Counts presses' }

/** What publishes the integration. */
export const counting = async () => ({
  runtime: 'v2',
  script: await bundle(SOURCE),
  blocks: [COUNTER],
  configurations: { account: { componentId: 'settings' } },
})

/** A block of the integration. */
export const blockOf = (integration: string, props: object = {}) => ({
  object: 'block',
  type: 'integration',
  isVoid: true,
  data: { integration, block: COUNTER.id, props },
})
