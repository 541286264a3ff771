// Signs in with the ticket or token of the person, and says who is signed in.
const main = document.getElementById('main');

async function session(method, body) {
  const options = { method, headers: { 'X-Postcard': '1' } };
  if (body) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const response = await fetch('/session', options);
  const value = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(value.detail ?? `status ${response.status}`);
  return value;
}

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

function showSignedIn(state) {
  const out = element('button', 'Sign out', { type: 'button' });
  out.addEventListener('click', async () => {
    await session('DELETE');
    location.replace('/app/');
  });
  main.replaceChildren(element('h1', 'Postcard'), element('p', `Signed in as ${state.name}.`), out);
}

function showSignIn(problem) {
  const label = element('label', 'Token ');
  const field = element('input', '', { type: 'password', autocomplete: 'current-password', required: true });
  label.append(field);
  const form = element('form', '');
  form.append(label, element('button', 'Sign in'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      showSignedIn(await session('POST', { token: field.value }));
    } catch (error) {
      showSignIn(error.message);
    }
  });
  main.replaceChildren(element('h1', 'Postcard'), form, element('p', problem ?? '', { role: 'alert' }));
}

async function start() {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('t');
  if (ticket) history.replaceState(null, '', location.pathname + location.search);
  try {
    if (ticket) return showSignedIn(await session('POST', { ticket }));
  } catch (error) {
    return showSignIn(error.message);
  }
  const state = await session('GET');
  if (state.scope) showSignedIn(state);
  else showSignIn();
}

start().finally(() => {
  document.documentElement.dataset.state = 'ready';
});
