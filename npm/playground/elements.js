// Elements, made without markup: what they hold is text.

const SVG = "http://www.w3.org/2000/svg";

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const element = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

export const drawing = (name, attributes = {}, ...children) => filled(document.createElementNS(SVG, name), attributes, children);
