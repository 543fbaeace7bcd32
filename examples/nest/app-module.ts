import { Body, Controller, Get, HttpCode, Module, Post } from '@nestjs/common'

// Decorators as calls: Node runs TypeScript without a compiler, which decorators need. In your application, write
// `@Controller()`, `@Get()` and `@Module({ … })` as usual.
class AppController {
  home(): string {
    return 'mine'
  }

  mine(body: unknown): unknown {
    return body
  }
}

function decorate(method: keyof AppController, ...decorators: readonly MethodDecorator[]): void {
  const descriptor = Object.getOwnPropertyDescriptor(AppController.prototype, method)
  if (descriptor) for (const decorator of decorators) decorator(AppController.prototype, method, descriptor)
}

Controller()(AppController)
decorate('home', Get())
decorate('mine', Post('mine'), HttpCode(200))
Body()(AppController.prototype, 'mine', 0)

export class AppModule {}
Module({ controllers: [AppController] })(AppModule)
