// Runs a command, waits for its end, and reports its resources in a last line on standard error:
//
//     wall_ns cpu_us peak_bytes status          (a status below 0 is the number of a signal)
//
// Python cannot do this itself. On Linux, the peak memory (ru_maxrss) of a child is at least the memory of the process
// that started the child, because exec carries the old peak over. A child of Python would seem to use as much memory as
// Python. This program is small, so it adds little to the result.

#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static long long nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int argument_count, char **arguments) {
    if (argument_count < 2) {
        fprintf(stderr, "usage: measure-child COMMAND [ARGUMENT ...]\n");
        return 64;
    }
    pid_t child = 0;
    long long start = nanoseconds_now();
    int problem = posix_spawnp(&child, arguments[1], NULL, NULL, &arguments[1], environ);
    if (problem != 0) {
        fprintf(stderr, "cannot run %s: %s\n", arguments[1], strerror(problem));
        return 126;
    }
    int status = 0;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) {
        perror("cannot wait");
        return 74;
    }
    long long wall = nanoseconds_now() - start;
    long long seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
    long long microseconds = seconds * 1000000 + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
#ifdef __APPLE__
    long long peak = usage.ru_maxrss;
#else
    long long peak = usage.ru_maxrss * 1024LL;
#endif
    fprintf(stderr, "\n%lld %lld %lld %d", wall, microseconds, peak, WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
    return 0;
}
