// What this server can be asked, to try out; a token that is given stays until it is taken back.
SwaggerUIBundle({
  // Without the games: Swagger UI resolves all that an operation leads to, and they are most of it.
  url: "/v1/openapi.json?rulesets=",
  dom_id: "#api",
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: "list",
  // Each operation shows its own schemas; all of them laid out at once would take long.
  defaultModelsExpandDepth: -1,
  // What an answer has, rather than an example with invented values, which takes longer to make.
  defaultModelRendering: "model",
  defaultModelExpandDepth: 1,
  filter: true,
  requestSnippetsEnabled: true,
  validatorUrl: null,
});
