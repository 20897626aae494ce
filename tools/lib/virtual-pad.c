/* A gamepad for tests: preloaded into a program that uses SDL2, this plugs in a virtual gamepad and executes the
   commands that it reads from the pipe that VIRTUAL_PAD names, one a line:

       button NUMBER 0|1        as SDL_GameControllerButton counts them
       axis NUMBER VALUE        as SDL_GameControllerAxis counts them, -32768 to 32767

   cc -shared -fPIC -o virtual-pad.so virtual-pad.c -ldl */
#define _GNU_SOURCE
#include <SDL2/SDL.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static SDL_Joystick *pad;
static int commands = -1;

static void plug_in(void)
{
    int device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                           SDL_CONTROLLER_BUTTON_MAX, 0);
    pad = device < 0 ? NULL : SDL_JoystickOpen(device);
    commands = open(getenv("VIRTUAL_PAD"), O_RDONLY | O_NONBLOCK);
    if (pad == NULL || commands < 0) {
        fprintf(stderr, "virtual-pad: %s\n", pad == NULL ? SDL_GetError() : "VIRTUAL_PAD cannot be opened");
        exit(2);
    }
}

static void carry_out(const char *line)
{
    int number, value;
    if (sscanf(line, "button %d %d", &number, &value) == 2)
        SDL_JoystickSetVirtualButton(pad, number, value);
    else if (sscanf(line, "axis %d %d", &number, &value) == 2)
        SDL_JoystickSetVirtualAxis(pad, number, value);
}

/* Lines are short, and a pipe delivers each write as a whole. */
static void obey(void)
{
    char text[512], *line, *rest = text;
    ssize_t size = read(commands, text, sizeof text - 1);
    if (size <= 0)
        return;
    text[size] = 0;
    while ((line = strsep(&rest, "\n")) != NULL)
        carry_out(line);
}

/* Replaces SDL's function, which every program with a window calls all the time. */
int SDL_PollEvent(SDL_Event *event)
{
    static int (*poll)(SDL_Event *);
    if (poll == NULL)
        poll = (int (*)(SDL_Event *))dlsym(RTLD_NEXT, "SDL_PollEvent");
    if (commands < 0 && SDL_WasInit(SDL_INIT_JOYSTICK))
        plug_in();
    else if (commands >= 0)
        obey();
    return poll(event);
}
