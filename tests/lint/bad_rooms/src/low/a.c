#include "base/a.h"
#include "high/a.h"
pthread_t thread;
